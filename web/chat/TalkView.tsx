import { useId, useState } from 'react';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { Composer } from './Composer.tsx';
import { MessageList } from './MessageList.tsx';
import { promiseWords } from './promise.ts';
import type { Reading } from './talk-wire.ts';
import { useTalk } from './use-talk.ts';

interface TalkViewProps {
  /** Of which order; undefined: the visitor's own talk. */
  readonly orderId: string | undefined;
  readonly opened: Reading | null;
  /** What stood in the field of the e-mail before this came to life. */
  readonly typedEmail?: string;
  /** The page says itself what may be asked here. */
  readonly isIntroduced?: boolean;
}

/** One talk: what may be expected, what was said, and where something is written. */
export function TalkView({ orderId, opened, typedEmail = '', isIntroduced = false }: TalkViewProps) {
  const { t, locale } = useWords();
  const talk = useTalk({ orderId, locale, opened });
  const [email, setEmail] = useState(typedEmail);
  const [now] = useState(() => Date.now());
  const note = useId();
  const { reading, pending } = talk;
  const wrongEmail = pending.find(({ field }) => field === 'email')?.problem ?? undefined;
  const isEmpty = !isIntroduced && reading !== null && reading.messages.length === 0 && pending.length === 0;
  return (
    <>
      <div className="grid gap-2 px-4 pb-2 text-sm text-muted">
        {reading === null ? null : <p id={note}>{promiseWords(reading.meta, { t, locale, now })}</p>}
        {orderId === undefined ? null : <p className="wrap-anywhere">{t('chat.about', { id: orderId })}</p>}
        {talk.isAway ? (
          <Notice tone="time" role="status">
            {t('chat.away')}
          </Notice>
        ) : null}
      </div>
      <MessageList
        messages={reading?.messages ?? []}
        pending={pending}
        orderId={orderId}
        onEarlier={reading?.meta.has_earlier === true ? talk.earlier : undefined}
        onAgain={(key) => talk.again(key, email)}
        onDrop={talk.drop}
      />
      {isEmpty ? <p className="px-4 pb-3 text-muted">{t('chat.empty')}</p> : null}
      {reading?.meta.state === 'waiting' ? <p className="px-4 pb-2 text-sm text-muted">{t('chat.waiting')}</p> : null}
      {reading === null ? null : reading.meta.answers_to === null ? (
        <TextField
          className="px-4 pb-2"
          label={t(reading.meta.is_open ? 'chat.email' : 'chat.email_closed')}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          value={email}
          error={wrongEmail ?? undefined}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      ) : (
        <p className="px-4 pb-2 text-sm wrap-anywhere text-muted">{t('chat.answers_to', { email: reading.meta.answers_to })}</p>
      )}
      <Composer talk={talk} email={email} />
    </>
  );
}
