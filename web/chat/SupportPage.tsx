import { orderNumber } from '#core/order/number.ts';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { MAX_CHAT_TEXT } from '#core/chat/text.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { optionalEmail } from '#web/form/contact-rules.ts';
import { errorsOf, type ReturnedForm } from '#web/form/returned-form.ts';
import { required, type Rules } from '#web/form/rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { MessageItem } from './MessageList.tsx';
import { ThreadView, responseTimeText } from './ThreadView.tsx';
import type { Thread } from './thread-api.ts';
import { storeThread, readStoredThread } from './thread-storage.ts';

interface OpenLinkPageProps {
  /** From the link of the e-mail. */
  readonly thread: string;
  readonly chatKey: string;
}

/** Asks before this browser joins the chat of an e-mail link: the sender of a link can read what is written in that chat. */
export function OpenLinkPage({ thread, chatKey }: OpenLinkPageProps) {
  const { t, to } = useTranslation();
  const query = new URLSearchParams({ thread, key: chatKey });
  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 py-8 sm:px-6 md:py-14">
      <h1 className="text-2xl font-semibold text-balance">{t('chat.link.title')}</h1>
      <p>{t('chat.link.warning')}</p>
      <CheckedForm method="post" action={`${to('/support')}?${query}`}>
        <Button type="submit" tone="action">
          {t('chat.link.open')}
        </Button>
      </CheckedForm>
      <a className="link justify-self-start" href={to('/support')}>
        {t('chat.link.own')}
      </a>
    </div>
  );
}

const RULES: Rules = { email: optionalEmail, text: required };

interface SupportPageProps {
  readonly thread: Thread;
  readonly orderId: string | undefined;
  /** Idempotency key of the message form. */
  readonly messageKey: string;
  readonly now: number;
  readonly returned: ReturnedForm | undefined;
}

/** The thread with a plain form: rendered by the server, and used without scripts. */
function ServerRenderedChat({
  thread,
  orderId,
  messageKey,
  now,
  returned,
  form,
}: SupportPageProps & { readonly form: RefObject<HTMLFormElement | null> }) {
  const { t, locale } = useTranslation();
  const errors = errorsOf(returned, ['text', 'email']);
  const { meta, messages } = thread;
  return (
    <>
      <p className="mb-4 text-sm text-muted">{responseTimeText(meta, { t, locale, now })}</p>
      {orderId === undefined ? null : (
        <p className="mb-4 text-sm wrap-anywhere text-muted">{t('chat.about', { id: orderNumber(orderId) })}</p>
      )}
      <ol className="mb-4 grid justify-items-start gap-2">
        {messages.map((message) => (
          <MessageItem key={message.id} message={message} orderId={orderId} />
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

const fieldValue = (form: HTMLFormElement | null, name: string): string => {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '';
};

/** The support page: the thread, live with scripts. */
export function SupportPage(props: SupportPageProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [hydrated, setHydrated] = useState<{ readonly email: string }>();
  // Replaces the server's form once and takes over its input
  useLayoutEffect(() => {
    const text = fieldValue(form.current, 'text');
    if (text !== '') storeThread(props.orderId, { ...readStoredThread(props.orderId), draft: text });
    setHydrated({ email: fieldValue(form.current, 'email') });
  }, [props.orderId]);
  return (
    <div className="mx-auto max-w-2xl px-4 py-8 sm:px-6 md:py-12">
      <h1 className="mb-4 text-2xl font-semibold">{t('chat.title')}</h1>
      <p className="mb-4 text-muted">{t('chat.empty')}</p>
      {hydrated !== undefined && props.returned === undefined ? (
        <div className="-mx-4 flex h-[max(24rem,calc(100dvh-19rem))] flex-col sm:mx-0 sm:rounded-tray sm:border sm:border-line sm:pt-3">
          <ThreadView key={props.orderId ?? ''} orderId={props.orderId} initial={props.thread} typedEmail={hydrated.email} isIntroduced />
        </div>
      ) : (
        <div className="min-h-[max(24rem,calc(100dvh-19rem))]">
          <ServerRenderedChat {...props} form={form} />
        </div>
      )}
    </div>
  );
}
