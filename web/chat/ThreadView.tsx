import { useId, useState } from 'react';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Composer } from './Composer.tsx';
import { MessageList } from './MessageList.tsx';
import { responseTimeText } from './response-time-text.ts';
import type { Thread } from './thread-api.ts';
import { useThread } from './use-thread.ts';

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
        {orderId === undefined ? null : <p className="wrap-anywhere">{t('chat.about', { id: orderId })}</p>}
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
