import { useEffect, useRef } from 'react';
import { formatDateTime } from '#core/format/moment.ts';
import { formatSize } from '#core/format/size.ts';
import { Button } from '#ui/Button.tsx';
import { useApiAddress } from '#web/api/use-api-address.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { fileUrl, type Message } from './thread-api.ts';
import type { PendingMessage } from './use-thread.ts';

function FileLink({ message, orderId }: { readonly message: Message; readonly orderId: string | undefined }) {
  const { t, locale } = useTranslation();
  const address = useApiAddress();
  const { file } = message.attributes;
  if (file === null) return null;
  const url = address(fileUrl(file.id, orderId));
  // An image of another origin (`API_URL`) needs cookies, so it is requested with CORS
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
const OWN_BUBBLE = `${BUBBLE} ml-auto bg-action-tint`;

/** A message: author, time, text, file. The text is untrusted and never rendered as HTML. */
export function MessageItem({ message, orderId }: { readonly message: Message; readonly orderId: string | undefined }) {
  const { t, locale } = useTranslation();
  const { author, name, text, at, file } = message.attributes;
  const isOwn = author === 'customer';
  return (
    <li className={isOwn ? OWN_BUBBLE : `${BUBBLE} border border-line bg-sheet`}>
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
  readonly message: PendingMessage;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
}

/** A message being sent, or a failed one that can be retried or discarded. */
function PendingItem({ message, onRetry, onDiscard }: PendingProps) {
  const { t } = useTranslation();
  return (
    <li className={OWN_BUBBLE}>
      {message.text === '' ? null : <p className="wrap-anywhere whitespace-pre-wrap">{message.text}</p>}
      {message.file === null ? null : <p className="wrap-anywhere">{message.file.name}</p>}
      {message.isSending ? (
        <p className="text-sm text-muted">{t('chat.sending')}</p>
      ) : (
        <div role="alert" className="text-sm text-loss">
          <p>{message.problem ?? t('chat.not_sent')}</p>
          <p className="flex gap-4">
            <Button tone="text" onClick={onRetry}>
              {t('chat.again')}
            </Button>
            <Button tone="text" onClick={onDiscard}>
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
  readonly pending: readonly PendingMessage[];
  readonly orderId: string | undefined;
  readonly onEarlier: (() => void) | undefined;
  readonly onRetry: (key: string) => void;
  readonly onDiscard: (key: string) => void;
}

/** Largest distance from the end at which the list scrolls to new messages. */
const AT_END_PX = 120;

/** All messages, newest last and scrolled into view; new ones are announced to screen readers. */
export function MessageList({ messages, pending, orderId, onEarlier, onRetry, onDiscard }: MessageListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const newestKey = `${messages.at(-1)?.id} ${pending.length}`;
  useEffect(() => {
    if (isAtEnd.current && list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [newestKey]);
  return (
    <div
      ref={list}
      className="min-h-0 flex-1 overflow-y-auto px-4 py-3"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
      tabIndex={0}
      role="region"
      aria-label={t('chat.talk')}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < AT_END_PX;
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
            <MessageItem key={message.id} message={message} orderId={orderId} />
          ))}
          {pending.map((message) => (
            <PendingItem
              key={message.key}
              message={message}
              onRetry={() => onRetry(message.key)}
              onDiscard={() => onDiscard(message.key)}
            />
          ))}
        </ol>
      </div>
    </div>
  );
}
