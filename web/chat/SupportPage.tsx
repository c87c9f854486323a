import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import { MAX_CHAT_TEXT } from '#core/chat/text.ts';
import { errorsOf, type ReturnedForm } from '#web/account/returned-form.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { optionalEmail } from '#web/form/contact-rules.ts';
import { required, type Rules } from '#web/form/rules.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { keep, takeKept } from './kept-talk.ts';
import { Said } from './MessageList.tsx';
import { promiseWords } from './promise.ts';
import { TalkView } from './TalkView.tsx';
import type { Reading } from './talk-wire.ts';

const RULES: Rules = { email: optionalEmail, text: required };

interface SupportPageProps {
  readonly reading: Reading;
  readonly orderId: string | undefined;
  /** Of the message that is written here, so that it is taken once. */
  readonly messageKey: string;
  readonly now: number;
  readonly returned: ReturnedForm | undefined;
}

/** The talk as the server drew it, with a plain form: what everybody sees first, and all there is where no scripts run. */
function Standing({
  reading,
  orderId,
  messageKey,
  now,
  returned,
  form,
}: SupportPageProps & { readonly form: RefObject<HTMLFormElement | null> }) {
  const { t, locale } = useWords();
  const errors = errorsOf(returned, ['text', 'email']);
  const { meta, messages } = reading;
  return (
    <>
      <p className="mb-4 text-sm text-muted">{promiseWords(meta, { t, locale, now })}</p>
      {orderId === undefined ? null : <p className="mb-4 text-sm wrap-anywhere text-muted">{t('chat.about', { id: orderId })}</p>}
      <ol className="mb-4 grid justify-items-start gap-2">
        {messages.map((message) => (
          <Said key={message.id} message={message} orderId={orderId} />
        ))}
      </ol>
      <CheckedForm rules={RULES} ref={form} method="post" className="grid gap-4">
        {errors.isUnanswered || errors.generalErrors.length > 0 ? (
          <Notice tone="loss" role="alert">
            {errors.generalErrors[0] ?? t('chat.not_sent')}
          </Notice>
        ) : null}
        <input type="hidden" name="idempotency_key" value={messageKey} />
        {meta.answers_to === null ? (
          <TextField
            label={t(meta.is_open ? 'chat.email' : 'chat.email_closed')}
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            defaultValue={returned?.values['email'] ?? ''}
            error={errors.at('email')}
          />
        ) : (
          <p className="text-sm wrap-anywhere text-muted">{t('chat.answers_to', { email: meta.answers_to })}</p>
        )}
        <TextArea
          label={t('chat.message')}
          name="text"
          rows={4}
          required
          maxLength={MAX_CHAT_TEXT}
          defaultValue={returned?.values['text'] ?? ''}
          error={errors.at('text')}
        />
        <Button type="submit" tone="action" className="justify-self-start">
          {t('chat.send')}
        </Button>
      </CheckedForm>
    </>
  );
}

const typedIn = (form: HTMLFormElement | null, name: string): string => {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '';
};

/** Support on a page of its own: the whole talk, live where scripts run. */
export function SupportPage(props: SupportPageProps) {
  const { t } = useWords();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<{ readonly email: string }>();
  // The server's drawing gives way once, and what was typed into it before scripts ran goes along
  useLayoutEffect(() => {
    const text = typedIn(form.current, 'text');
    if (text !== '') keep(props.orderId, { ...takeKept(props.orderId), draft: text });
    setTyped({ email: typedIn(form.current, 'email') });
  }, [props.orderId]);
  return (
    <div className="mx-auto max-w-2xl px-4 py-8 sm:px-6 md:py-12">
      <h1 className="mb-4 text-2xl font-semibold">{t('chat.title')}</h1>
      <p className="mb-4 text-muted">{t('chat.empty')}</p>
      {typed !== undefined && props.returned === undefined ? (
        <div className="-mx-4 flex h-[max(24rem,calc(100dvh-19rem))] flex-col sm:mx-0 sm:rounded-tray sm:border sm:border-line sm:pt-3">
          <TalkView key={props.orderId ?? ''} orderId={props.orderId} opened={props.reading} typedEmail={typed.email} isIntroduced />
        </div>
      ) : (
        <div className="min-h-[max(24rem,calc(100dvh-19rem))]">
          <Standing {...props} form={form} />
        </div>
      )}
    </div>
  );
}
