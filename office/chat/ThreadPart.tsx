import { orderNumber } from '#core/order/number.ts';
import { Button } from '@mantine/core';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { urlOf } from '#contract/call.ts';
import {
  type ChatThreadDetail,
  officeAssignChat,
  type OfficeChatMessage,
  officeCloseChat,
  officeGetChat,
  officeGetChatFile,
  officeReadChat,
  officeWithdrawChatMessage,
} from '#contract/office/customers/chat.ts';
import { formatSize } from '#core/format/size.ts';
import { useApi } from '#office/api/use-api.ts';
import { useCommand } from '#office/api/use-command.ts';
import { useNow } from '#office/components/Age.tsx';
import { Loaded } from '#office/components/Screen.tsx';
import { KeepWhileEditing } from '#office/editing/Editing.tsx';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { Select } from '#office/form/fields.tsx';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { CHAT_QUERIES, useThread } from './use-chat.ts';

function Withdraw({ threadId, message }: { readonly threadId: string; readonly message: OfficeChatMessage }) {
  const { t } = useTranslation();
  const now = useNow();
  const withdraw = useCommand(officeWithdrawChatMessage, { after: CHAT_QUERIES });
  if (message.withdraw_until === null || Date.parse(message.withdraw_until) < now) return null;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        loading={withdraw.isPending}
        onClick={() => withdraw.run({ params: { id: threadId, message_id: message.id } })}
      >
        {t('office_chat.withdraw')}
      </Button>
      <CommandProblem error={withdraw.error} />
    </>
  );
}

interface MessageProps {
  readonly threadId: string;
  readonly message: OfficeChatMessage;
  /** The customer has read it. */
  readonly isSeen: boolean;
}

function Message({ threadId, message, isSeen }: MessageProps) {
  const { t, locale } = useTranslation();
  const { author, file } = message;
  return (
    <li className={author === 'customer' ? 'chat-said' : 'chat-said ours'}>
      <p className="line dim">
        <strong>{author === 'customer' ? t('office_chat.customer') : (message.name ?? t('office_chat.colleague'))}</strong>
        <time dateTime={message.at} className="figures">
          {clockTime(message.at, locale)}
        </time>
        {message.via === 'telegram' ? <span>{t('office_chat.via_telegram')}</span> : null}
        {author === 'operator' ? <span>{t(isSeen ? 'office_chat.seen' : 'office_chat.unseen')}</span> : null}
        {message.order_id === null ? null : (
          <span className="figures">{t('office_chat.from_order', { id: orderNumber(message.order_id) })}</span>
        )}
      </p>
      {message.withdrawn_at === null ? null : <p className="dim">{t('office_chat.withdrawn')}</p>}
      {message.text === '' ? null : (
        <p className={message.withdrawn_at === null ? 'note' : 'note dim'} translate="no">
          {message.text}
        </p>
      )}
      {file === null ? null : (
        <a href={urlOf(officeGetChatFile, { params: { id: file.id } })} download>
          {t(file.media_type === 'image/jpeg' ? 'office_chat.picture' : 'office_chat.document', { size: formatSize(file.size, locale) })}
        </a>
      )}
      <Withdraw threadId={threadId} message={message} />
    </li>
  );
}

interface EarlierMessages {
  readonly messages: readonly OfficeChatMessage[];
  readonly hasMore: boolean;
}

const byNr = (a: OfficeChatMessage, b: OfficeChatMessage): number => a.nr - b.nr;

/** The newest messages, polled, merged with the earlier ones loaded on request. `onLast`: nothing earlier is left. */
function useAllMessages(id: string, thread: ChatThreadDetail, onLast: () => void) {
  const api = useApi();
  const [loaded, setLoaded] = useState<EarlierMessages | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isReading, setReading] = useState(false);
  const all = new Map([...(loaded?.messages ?? []), ...thread.messages].map((message) => [message.nr, message]));
  const messages = [...all.values()].toSorted(byNr);
  const readEarlier = async () => {
    const before = messages[0]?.nr;
    if (before === undefined || isReading) return;
    setReading(true);
    setError(null);
    try {
      const { attributes } = (await api(officeGetChat, { params: { id }, query: { before: String(before) } })).data;
      setLoaded({ messages: [...attributes.messages, ...messages], hasMore: attributes.has_earlier });
      if (!attributes.has_earlier) onLast();
    } catch (failure) {
      setError(failure);
    } finally {
      setReading(false);
    }
  };
  return { messages, hasEarlier: loaded?.hasMore ?? thread.has_earlier, readEarlier: () => void readEarlier(), isReading, error };
}

/** Keeps the visible messages in place when earlier ones are inserted above. */
function useStableScroll(list: RefObject<HTMLDivElement | null>, first: string | undefined): void {
  const height = useRef(0);
  const before = useRef(first);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    if (before.current !== first && before.current !== undefined)
      element.scrollBy({ top: element.scrollHeight - height.current, behavior: 'instant' });
    before.current = first;
    height.current = element.scrollHeight;
  });
}

/** All messages, scrolled to the newest; earlier ones are loaded on request. */
function Messages({ id, thread }: { readonly id: string; readonly thread: ChatThreadDetail }) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  // The button disappears with the last page: the focus moves to the list
  const { messages, hasEarlier, readEarlier, isReading, error } = useAllMessages(id, thread, () => list.current?.focus());
  useStableScroll(list, messages[0]?.id);
  const last = thread.messages.at(-1)?.id;
  useEffect(() => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [last, id]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
    <div ref={list} className="chat-messages" tabIndex={0} role="region" aria-label={t('office_chat.messages')}>
      {hasEarlier ? (
        <p className="row">
          <Button size="xs" variant="default" loading={isReading} onClick={readEarlier}>
            {t('office_chat.earlier')}
          </Button>
        </p>
      ) : null}
      <CommandProblem error={error} />
      <div role="log" aria-live="polite">
        <ol className="plain">
          {messages.map((message) => (
            <Message key={message.id} threadId={id} message={message} isSeen={message.nr <= thread.read_by_customer} />
          ))}
        </ol>
      </div>
    </div>
  );
}

interface ThreadProps {
  readonly id: string;
  readonly thread: ChatThreadDetail;
}

/** Assigns and closes the chat. */
function Assignment({ id, thread }: ThreadProps) {
  const { t } = useTranslation();
  const from = thread.assigned_to?.id ?? null;
  const assign = useCommand(officeAssignChat, { after: CHAT_QUERIES });
  const close = useCommand(officeCloseChat, { after: CHAT_QUERIES });
  const assignTo = (to: string | null) => assign.run({ params: { id }, body: { to, from } });
  const me = thread.colleagues.find(({ is_me: isMe }) => isMe);
  if (!thread.may_answer) return null;
  return (
    <>
      <div className="row">
        {thread.is_mine || me === undefined ? null : (
          <Button size="xs" variant="default" loading={assign.isPending} onClick={() => assignTo(me.id)}>
            {t('office_chat.take')}
          </Button>
        )}
        <Select
          size="xs"
          aria-label={t('office_chat.in_hand')}
          placeholder={t('office_chat.nobody')}
          clearable
          data={thread.colleagues.map((colleague) => ({
            value: colleague.id,
            label: colleague.is_me ? t('office_chat.me') : colleague.name,
          }))}
          value={from}
          onChange={assignTo}
          clearButtonProps={{ 'aria-label': t('office_chat.give_back') }}
        />
        {thread.state === 'closed' ? (
          <span className="badge calm">{t('office_chat.state.closed')}</span>
        ) : (
          <Button
            size="xs"
            variant="default"
            loading={close.isPending}
            onClick={() => close.run({ params: { id }, body: { seen: thread.last_nr } })}
          >
            {t('office_chat.close')}
          </Button>
        )}
      </div>
      <CommandProblem error={assign.error ?? close.error} />
    </>
  );
}

/** Marks the messages as read while they are visible. */
function useMarkRead({ id, thread }: ThreadProps): void {
  const api = useApi();
  const { unread, last_nr: nr, may_answer: mayAnswer } = thread;
  useEffect(() => {
    if (unread === 0 || !mayAnswer || document.visibilityState !== 'visible') return;
    // After a failure the next message marks these as read too
    void api(officeReadChat, { params: { id }, body: { nr } }).catch(() => undefined);
  }, [api, id, unread, nr, mayAnswer]);
}

function Thread({ id, thread }: ThreadProps) {
  useMarkRead({ id, thread });
  return (
    <>
      <Assignment id={id} thread={thread} />
      <Messages key={id} id={id} thread={thread} />
      <KeepWhileEditing when={thread.may_answer}>
        <AnswerForm key={id} id={id} thread={thread} />
      </KeepWhileEditing>
    </>
  );
}

/** One chat with its actions; in the inbox and on an order's screen. */
export function ThreadPart({ id }: { readonly id: string }) {
  return <Loaded query={useThread(id)}>{(thread) => <Thread id={id} thread={thread} />}</Loaded>;
}
