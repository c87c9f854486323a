import { orderNumber } from '#core/order/number.ts';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { CHAT_LISTS, type ChatThreadAttributes, officeListChats } from '#contract/office/customers/chat.ts';
import { oneOf } from '#core/closed-list.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Age } from '#office/components/Age.tsx';
import { useDocumentTitle } from '#office/components/Screen.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { paths } from '#office/paths.ts';
import { ThreadAside } from './ThreadAside.tsx';
import { ThreadPart } from './ThreadPart.tsx';
import { alertsByNotification, alertsBySound, storeNotificationAlert, storeSoundAlert } from './chat-alerts.ts';
import { useThread } from './use-chat.ts';
import './ChatPage.css';

const KEY_NAMES = { cards: 'j k' };

const FILTERS = ['list'] as const;

interface RowProps {
  readonly id: string;
  readonly thread: ChatThreadAttributes;
  readonly search: string;
  readonly isOpen: boolean;
}

/** A chat in the list: customer, waiting time, last message. */
function Row({ id, thread, search, isOpen }: RowProps) {
  const { t } = useTranslation();
  const { unanswered_since: since, last_at: last } = thread;
  return (
    <li aria-current={isOpen ? 'true' : undefined}>
      <Link to={`${paths.chat(id)}${search}`} preventScrollReset>
        <span className="line">
          <strong translate="no">{thread.customer ?? t(`office_chat.source.${thread.source}`)}</strong>
          {thread.unread > 0 ? <span className="badge person">{thread.unread}</span> : null}
          <span className={thread.is_late ? 'late' : 'dim'}>
            <Age at={since ?? last} serverOffsetMs={0} />
          </span>
        </span>
        <span className="chat-last" translate="no">
          {thread.last_author === 'operator' ? '→ ' : ''}
          {thread.last_text === '' ? t('office_chat.file') : thread.last_text}
        </span>
        <span className="line dim">
          {thread.locale.toUpperCase()}
          {thread.order_id === null ? null : <span className="figures">{orderNumber(thread.order_id)}</span>}
          {thread.assigned_to === null ? null : <span>{thread.is_mine ? t('office_chat.mine') : thread.assigned_to.name}</span>}
          {thread.state === 'waiting' ? null : <span>{t(`office_chat.state.${thread.state}`)}</span>}
        </span>
      </Link>
    </li>
  );
}

/** The inbox, longest waiting first; j and k go through it. */
function ThreadList({ openId }: { readonly openId: string }) {
  const api = useApi();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useListAddress(FILTERS);
  const { address, query, change } = list;
  const view = oneOf(CHAT_LISTS, address.filters['list']) ?? 'waiting';
  const threads = useQuery({
    queryKey: [...keys.chat(), 'list', view, query],
    queryFn: ({ signal }) => api(officeListChats, { query: { list: view, ...query }, signal }),
    refetchInterval: 20_000,
  });
  const rows = threads.data?.data ?? [];
  const search = globalThis.location.search;
  const go = (offset: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === openId);
    const next = rows[at === -1 ? 0 : at + offset];
    if (next !== undefined) void navigate(`${paths.chat(next.id)}${search}`, { preventScrollReset: true });
  };
  useKeys({ j: () => go(1), k: () => go(-1), ArrowDown: () => go(1), ArrowUp: () => go(-1) }, 'page', KEY_NAMES);
  const { is_open: isOpen, promise_minutes: minutes, late } = threads.data?.meta ?? {};
  return (
    <section className="chat-inbox" aria-label={t('office_chat.inbox')}>
      <ListTools list={list} search={t('office_chat.search')}>
        <Link to={paths.cannedReplies()}>{t('office_chat.canned.title')}</Link>
      </ListTools>
      <div className="views" role="group" aria-label={t('office_chat.which')}>
        {CHAT_LISTS.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === view}
            onClick={() => change({ filters: name === 'waiting' ? {} : { list: name } })}
          >
            {t(`office_chat.list.${name}`)}
          </button>
        ))}
      </div>
      {threads.data === undefined ? null : (
        <p className="dim">
          {t(isOpen === true ? 'office_chat.promise' : 'office_chat.closed', { count: Number(minutes) })}
          {Number(late) > 0 ? <span className="late"> {t('office_chat.late', { count: Number(late) })}</span> : null}
        </p>
      )}
      <ListBody query={threads} list={list} empty={t(`office_chat.empty.${view}`)} views={['list']}>
        <ul className="chat-rows">
          {rows.map(({ id, attributes }) => (
            <Row key={id} id={id} thread={attributes} search={search} isOpen={id === openId} />
          ))}
        </ul>
      </ListBody>
    </section>
  );
}

function OpenThread({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const thread = useThread(id).data;
  return (
    <>
      <section className="stack" aria-label={t('office_chat.talk')}>
        <p className="chat-back">
          <Link to={`${paths.chats()}${globalThis.location.search}`}>‹ {t('office_chat.inbox')}</Link>
        </p>
        <ThreadPart id={id} />
      </section>
      <div className="chat-beside">{thread === undefined ? null : <ThreadAside key={id} id={id} thread={thread} />}</div>
    </>
  );
}

/** Whether a new question alerts by sound or by a browser notification. */
function AlertChoice() {
  const { t } = useTranslation();
  const [sound, setSound] = useState(alertsBySound);
  const [notice, setNotice] = useState(alertsByNotification);
  return (
    <div className="row">
      <Checkbox
        label={t('office_chat.sound')}
        checked={sound}
        onChange={(event) => {
          storeSoundAlert(event.currentTarget.checked);
          setSound(event.currentTarget.checked);
        }}
      />
      <Checkbox
        label={t('office_chat.notice')}
        checked={notice}
        onChange={(event) => void storeNotificationAlert(event.currentTarget.checked).then(setNotice)}
      />
    </div>
  );
}

/** The support inbox: list of chats, the open chat, its customer and order. */
export function ChatPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation();
  useDocumentTitle(t('office_chat.title'));
  return (
    <>
      <div className="order-head">
        <h1>{t('office_chat.title')}</h1>
        <AlertChoice />
      </div>
      <div className="chat-desk" data-open={id === '' ? undefined : 'true'}>
        <ThreadList openId={id} />
        {id === '' ? (
          <p className="empty">
            {t('office_chat.choose')} <span className="chat-keys">{t('office_chat.choose_keys')}</span>
          </p>
        ) : (
          <OpenThread key={id} id={id} />
        )}
      </div>
    </>
  );
}
