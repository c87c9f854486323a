import { useEffect, useRef } from 'react';
import { formatDateTime } from '#core/format/moment.ts';
import { formatSize } from '#core/format/size.ts';
import { Button } from '#ui/Button.tsx';
import { useApiAddress } from '#web/api/use-api-address.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { fileUrl, type Message } from './talk-wire.ts';
import type { Pending } from './use-talk.ts';

function FileLink({ message, orderId }: { readonly message: Message; readonly orderId: string | undefined }) {
  const { t, locale } = useWords();
  const address = useApiAddress();
  const { file } = message.attributes;
  if (file === null) return null;
  const url = address(fileUrl(file.id, orderId));
  // A picture of another origin (`API_URL`) is shown to its own visitor only: asked with cookies, by CORS
  const crossOrigin = url.startsWith('/') ? undefined : 'use-credentials';
  return (
    <a className="link block" href={url} download>
      {file.media_type === 'image/jpeg' ? (
        <img
          src={url}
          crossOrigin={crossOrigin}
          alt={t('chat.picture')}
          loading="lazy"
          className="my-1 max-h-48 max-w-full rounded-tray bg-well"
        />
      ) : (
        t('chat.document', { size: formatSize(file.size, locale) })
      )}
    </a>
  );
}

const BUBBLE = 'max-w-[85%] rounded-tray px-3 py-2 text-base leading-6';
const OWN = `${BUBBLE} ml-auto bg-action-tint`;

/** One thing that was said: whose, what, when. Text of strangers is text. */
export function Said({ message, orderId }: { readonly message: Message; readonly orderId: string | undefined }) {
  const { t, locale } = useWords();
  const { author, name, text, at, file } = message.attributes;
  const isOwn = author === 'customer';
  return (
    <li className={isOwn ? OWN : `${BUBBLE} border border-line bg-sheet`}>
      <p className="text-sm text-muted">
        {isOwn ? <span className="sr-only">{t('chat.you')}</span> : <strong className="text-ink">{name ?? t('chat.support')}</strong>}{' '}
        <time dateTime={at}>{t('chat.moscow', { at: formatDateTime(at, locale) })}</time>
      </p>
      {text === null ? <p className="text-muted italic">{t('chat.withdrawn')}</p> : null}
      {text === null || text === '' ? null : (
        <p className="wrap-anywhere whitespace-pre-wrap" translate="no">
          {text}
        </p>
      )}
      {file === null ? null : <FileLink message={message} orderId={orderId} />}
    </li>
  );
}

interface PendingProps {
  readonly one: Pending;
  readonly onAgain: () => void;
  readonly onDrop: () => void;
}

/** What is on its way, or was not taken: it stays, with the way to send it again. */
function OnItsWay({ one, onAgain, onDrop }: PendingProps) {
  const { t } = useWords();
  return (
    <li className={OWN}>
      {one.text === '' ? null : <p className="wrap-anywhere whitespace-pre-wrap">{one.text}</p>}
      {one.file === null ? null : <p className="wrap-anywhere">{one.file.name}</p>}
      {one.isSending ? (
        <p className="text-sm text-muted">{t('chat.sending')}</p>
      ) : (
        <div role="alert" className="text-sm text-loss">
          <p>{one.problem ?? t('chat.not_sent')}</p>
          <p className="flex gap-4">
            <Button tone="text" onClick={onAgain}>
              {t('chat.again')}
            </Button>
            <Button tone="text" onClick={onDrop}>
              {t('chat.drop')}
            </Button>
          </p>
        </div>
      )}
    </li>
  );
}

interface MessageListProps {
  readonly messages: readonly Message[];
  readonly pending: readonly Pending[];
  readonly orderId: string | undefined;
  readonly onEarlier: (() => void) | undefined;
  readonly onAgain: (key: string) => void;
  readonly onDrop: (key: string) => void;
}

/** How near to its end a list counts as being read there, in pixels. */
const AT_END = 120;

/** Everything that was said, the newest at the end and in sight; what comes is read out politely. */
export function MessageList({ messages, pending, orderId, onEarlier, onAgain, onDrop }: MessageListProps) {
  const { t } = useWords();
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const last = `${messages.at(-1)?.id} ${pending.length}`;
  useEffect(() => {
    if (isAtEnd.current && list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [last]);
  return (
    <div
      ref={list}
      className="min-h-0 flex-1 overflow-y-auto px-4 py-3"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
      tabIndex={0}
      role="region"
      aria-label={t('chat.talk')}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < AT_END;
      }}
    >
      {onEarlier === undefined ? null : (
        <p className="mb-3 text-center">
          <Button tone="text" onClick={onEarlier}>
            {t('chat.earlier')}
          </Button>
        </p>
      )}
      <div role="log" aria-live="polite" aria-label={t('chat.log')}>
        <ol className="grid justify-items-start gap-2">
          {messages.map((message) => (
            <Said key={message.id} message={message} orderId={orderId} />
          ))}
          {pending.map((one) => (
            <OnItsWay key={one.key} one={one} onAgain={() => onAgain(one.key)} onDrop={() => onDrop(one.key)} />
          ))}
        </ol>
      </div>
    </div>
  );
}
