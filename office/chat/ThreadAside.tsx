import { orderNumber } from '#core/order/number.ts';
import { Link } from 'react-router';
import { type ChatThreadDetail, officeNoteChat } from '#contract/office/customers/chat.ts';
import { MAX_CHAT_TEXT } from '#core/chat/text.ts';
import { keys } from '#office/api/keys.ts';
import { clockTime } from '#office/format/moment.ts';
import { KeepWhileEditing } from '#office/editing/Editing.tsx';
import { NoteForm, NoteList } from '#office/notes/Notes.tsx';
import { CustomerPanel } from '#office/order/CustomerPanel.tsx';
import { MoneyFacts } from '#office/order/DecisionStrip.tsx';
import { Facts } from '#office/order/Facts.tsx';
import { useCustomer, useOrder } from '#office/order/use-order.ts';
import { paths } from '#office/paths.ts';
import { StatusBadge } from '#office/components/StatusBadge.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

interface ThreadAsideProps {
  readonly id: string;
  readonly thread: ChatThreadDetail;
}

/** Internal notes on the chat. */
function Notes({ id, thread }: ThreadAsideProps) {
  const { t } = useTranslation();
  return (
    <section className="sheet chat-notes" aria-labelledby="chat-notes">
      <h2 id="chat-notes">{t('office_chat.notes')}</h2>
      <NoteList notes={thread.notes} />
      <KeepWhileEditing when={thread.may_answer}>
        <NoteForm
          about={`chat:${id}`}
          label={t('office_chat.note')}
          submit={t('office_chat.keep_note')}
          maxLength={MAX_CHAT_TEXT}
          send={({ note: text }, call) => call(officeNoteChat, { params: { id }, body: { text } })}
          after={[keys.chat()]}
        />
      </KeepWhileEditing>
    </section>
  );
}

/** The order the chat is about. */
function ChatOrder({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const query = useOrder(id);
  const customer = useCustomer(id);
  return (
    <>
      <section className="sheet" aria-labelledby="chat-order">
        <h2 id="chat-order">
          <Link className="figures" to={paths.order(id)}>
            {t('office_chat.order', { id: orderNumber(id) })}
          </Link>{' '}
          {query.data === undefined ? null : <StatusBadge status={query.data.order.status} />}
        </h2>
        {query.data === undefined ? null : <MoneyFacts order={query.data.order} serverOffsetMs={query.data.serverOffsetMs} />}
      </section>
      {query.data === undefined ? null : <Facts order={query.data.order} />}
      {customer.data === undefined ? null : <CustomerPanel id={id} customer={customer.data} />}
    </>
  );
}

/** The customer, their other chats, notes and the order. */
export function ThreadAside({ id, thread }: ThreadAsideProps) {
  const { t, locale } = useTranslation();
  const { actions } = useOperator();
  return (
    <>
      <section className="sheet" aria-labelledby="chat-who">
        <h2 id="chat-who" translate="no">
          {thread.customer ?? t(`office_chat.source.${thread.source}`)}
        </h2>
        <p>
          {t(`office_chat.source.${thread.source}`)} ·{' '}
          {t('office_chat.writes_in', { language: t(`office_chat.language.${thread.locale}`) })}{' '}
          {thread.customer !== null && !thread.is_proven ? <span className="badge time">{t('office_chat.unproven')}</span> : null}
        </p>
        {thread.customer_id !== null && actions.includes('read_customers') ? (
          <p>
            <Link to={paths.customer(thread.customer_id)}>{t('office_chat.card')}</Link>
          </p>
        ) : null}
        {thread.others.length === 0 ? null : (
          <ul className="plain">
            {thread.others.map((other) => (
              <li key={other.id}>
                <Link to={paths.chat(other.id)}>
                  {other.order_id === null ? t('office_chat.source.account') : t('office_chat.order', { id: orderNumber(other.order_id) })}
                </Link>{' '}
                <span className="dim">{clockTime(other.last_at, locale)}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <Notes key={id} id={id} thread={thread} />
      {thread.order_id !== null && actions.includes('read_orders') ? <ChatOrder key={thread.order_id} id={thread.order_id} /> : null}
    </>
  );
}
