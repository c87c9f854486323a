import { orderNumber } from '#core/order/number.ts';
import { type ChangeEvent, type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import type { ChatMeta } from '#contract/public/chat.ts';
import { MAX_CHAT_TEXT } from '#core/chat/text.ts';
import { acceptOf, CHAT_FILE, fileRefusal } from '#core/file/file-rules.ts';
import { formatClock, formatWeekday } from '#core/format/moment.ts';
import type { Locale } from '#core/locale.ts';
import { Button } from '#ui/Button.tsx';
import { FileButton } from '#ui/FileButton.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { loadRefusalMessages, refusalText } from '#web/i18n/refusal-messages.ts';
import type { Translate } from '#web/i18n/translator.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { MessageList } from './MessageList.tsx';
import type { Thread } from './thread-api.ts';
import { type ThreadControls, useThread } from './use-thread.ts';

const DAY_MS = 86_400_000;

/** When support opens, in Moscow time on server and client alike. */
function openingTimeText(at: string, { t, locale, now }: { readonly t: Translate; readonly locale: Locale; readonly now: number }): string {
  const isSoon = Date.parse(at) - now < DAY_MS;
  return t('chat.moscow', { at: isSoon ? formatClock(at, locale) : formatWeekday(at, locale) });
}

/** Expected response time: measured, else promised; outside working hours, when support opens. */
export function responseTimeText(
  meta: ChatMeta,
  { t, locale, now }: { readonly t: Translate; readonly locale: Locale; readonly now: number },
): string {
  if (!meta.is_open)
    return meta.opens_at === null
      ? t('chat.closed_for_long')
      : t('chat.closed_until', { at: openingTimeText(meta.opens_at, { t, locale, now }) });
  if (meta.usual_minutes === null || meta.usual_minutes > meta.promise_minutes) return t('chat.promised', { count: meta.promise_minutes });
  return t('chat.usually', { count: meta.usual_minutes });
}

/** Touch keyboards have no Shift+Enter: there Enter inserts a new line. */
const hasKeyboard = (): boolean => globalThis.matchMedia('(pointer: fine)').matches;

interface ComposerProps {
  readonly controls: ThreadControls;
  readonly email: string;
}

/** Message input: Enter sends, Shift+Enter inserts a new line; one file can be attached. */
function Composer({ controls, email }: ComposerProps) {
  const { t, locale } = useTranslation();
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (controls.draft.trim() === '' && file === null) return;
    controls.send(controls.draft.trim(), file, email);
    setFile(null);
  };
  const attach = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const newFile = input.files?.[0] ?? null;
    input.value = '';
    const refusal = newFile === null ? null : fileRefusal(newFile, CHAT_FILE);
    setFile(refusal === null ? newFile : null);
    if (refusal !== null) await loadRefusalMessages(locale);
    setProblem(refusal === null ? null : refusalText(t, refusal));
  };
  return (
    <CheckedForm className="grid gap-2 border-t border-line px-4 py-3" onSubmit={submit}>
      <label htmlFor={id} className="sr-only">
        {t('chat.message')}
      </label>
      <textarea
        id={id}
        name="text"
        rows={2}
        maxLength={MAX_CHAT_TEXT}
        placeholder={t('chat.placeholder')}
        className="field-sizing-content max-h-40 min-h-16 w-full resize-none rounded-tray border border-edge bg-sheet px-3 py-2 text-base placeholder:text-muted"
        value={controls.draft}
        onChange={(event) => controls.setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && hasKeyboard()) submit(event);
        }}
      />
      {file === null ? null : (
        <p className="flex items-center gap-3 text-sm wrap-anywhere">
          {file.name}
          <Button tone="text" onClick={() => setFile(null)}>
            {t('chat.remove_file')}
          </Button>
        </p>
      )}
      {problem === null ? null : (
        <p role="alert" className="text-sm text-loss">
          {problem}
        </p>
      )}
      <div className="flex items-center justify-between gap-3">
        <FileButton
          tone="text"
          label={t('chat.attach')}
          className="inline-flex min-h-11 items-center text-sm"
          accept={acceptOf(CHAT_FILE)}
          onChange={(event) => void attach(event)}
        />
        <Button type="submit" tone="action">
          {t('chat.send')}
        </Button>
      </div>
    </CheckedForm>
  );
}

interface ThreadViewProps {
  /** Undefined: the visitor's general thread. */
  readonly orderId: string | undefined;
  readonly initial: Thread | null;
  /** E-mail entered before hydration. */
  readonly typedEmail?: string;
  /** The page already shows the introduction. */
  readonly isIntroduced?: boolean;
}

/** A thread: response time, messages, message input. */
export function ThreadView({ orderId, initial, typedEmail = '', isIntroduced = false }: ThreadViewProps) {
  const { t, locale } = useTranslation();
  const controls = useThread({ orderId, locale, initial });
  const [email, setEmail] = useState(typedEmail);
  const [now] = useState(() => Date.now());
  const noteId = useId();
  const { thread, pending } = controls;
  const emailError = pending.find(({ field }) => field === 'email')?.problem ?? undefined;
  const isEmpty = !isIntroduced && thread !== null && thread.messages.length === 0 && pending.length === 0;
  return (
    <>
      <div className="grid gap-2 px-4 pb-2 text-sm text-muted">
        {thread === null ? null : <p id={noteId}>{responseTimeText(thread.meta, { t, locale, now })}</p>}
        {orderId === undefined ? null : <p className="wrap-anywhere">{t('chat.about', { id: orderNumber(orderId) })}</p>}
        {controls.isUnavailable ? (
          <Notice tone="time" role="status">
            {t('chat.away')}
          </Notice>
        ) : null}
      </div>
      <MessageList
        messages={thread?.messages ?? []}
        pending={pending}
        orderId={orderId}
        onEarlier={thread?.meta.has_earlier === true ? controls.loadEarlier : undefined}
        onRetry={(key) => controls.retry(key, email)}
        onDiscard={controls.discard}
      />
      {isEmpty ? <p className="px-4 pb-3 text-muted">{t('chat.empty')}</p> : null}
      {thread?.meta.state === 'waiting' ? <p className="px-4 pb-2 text-sm text-muted">{t('chat.waiting')}</p> : null}
      {thread === null ? null : thread.meta.answers_to === null ? (
        <TextField
          className="px-4 pb-2"
          label={t(thread.meta.is_open ? 'chat.email' : 'chat.email_closed')}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          value={email}
          error={emailError ?? undefined}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      ) : (
        <p className="px-4 pb-2 text-sm wrap-anywhere text-muted">{t('chat.answers_to', { email: thread.meta.answers_to })}</p>
      )}
      <Composer controls={controls} email={email} />
    </>
  );
}
