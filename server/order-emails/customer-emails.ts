import { orderNumber } from '#core/order/number.ts';
import { mergedOrderTexts, orderEmailFooter } from './order-news.ts';
import type { Deps } from '#server/deps.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { findOrder, noticeReadersOf } from '#server/orders/queries.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** Kind of the e-mails that operators write to customers. */
export const CUSTOMER_EMAIL = 'customer';

const KINDS = ['message', 'link', 'address_changed'] as const;
export type CustomerEmailName = (typeof KINDS)[number];

const MessageRow = rowType({
  order_id: col.text,
  kind: col.oneOf(KINDS),
  body: col.nullable(col.text),
  recipient: col.text,
});

const findMessage = (db: Queryable, id: string) =>
  db.maybe(MessageRow, sql`select order_id, kind, body, recipient from customer_messages where id = ${id}`);

export interface CustomerMessage {
  readonly orderId: string;
  readonly kind: CustomerEmailName;
  /** Plain text of a `message`; null for the other kinds. */
  readonly body: string | null;
  readonly recipient: string;
  readonly authorId: string;
}

/** Stores a message to a customer and queues its e-mail, in the caller's transaction. */
export async function queueCustomerMessage(deps: Pick<Deps, 'random' | 'clock'>, tx: Tx, message: CustomerMessage): Promise<void> {
  const id = deps.random.uuid();
  const now = deps.clock.now();
  await tx.run(sql`
    insert into customer_messages (id, order_id, kind, body, recipient, author_id, at)
    values (${id}, ${message.orderId}, ${message.kind}, ${message.body}, ${message.recipient}, ${message.authorId}, ${new Date(now)})`);
  // An operator's message counts as paid news: it has the larger daily allowance
  const news = { kind: CUSTOMER_EMAIL, subject: id, recipient: message.recipient, version: 1, topic: message.kind, isPaid: true };
  await queueNews(tx, {
    ...news,
    changedAt: now,
    dueAt: now,
    // The former address of an order gets no notices about it
    ...(message.kind === 'address_changed' ? {} : { noticeReaders: { order: noticeReadersOf(message.orderId) } }),
  });
}

/** The e-mail kind of operators' messages. Text typed by a person never reaches a header: subjects are ours. */
export const customerEmailKind = (deps: Pick<Deps, 'db' | 'secrets' | 'settings' | 't'>): EmailKind => ({
  mergedTexts: mergedOrderTexts(deps),
  async compose({ subject: id }) {
    const message = await findMessage(deps.db, id);
    const order = message && (await findOrder(deps.db, message.order_id));
    if (message === undefined || order === undefined) return undefined;
    const { locale } = order;
    const t = (key: string) => deps.t(locale, `order_letters.customer.${message.kind}.${key}`, { id: orderNumber(order.id) });
    // The former address of an order gets no link to it
    const url = message.kind === 'address_changed' ? deps.settings.publicUrl : orderLinkOf(deps, order);
    const lead = message.body ?? t('lead');
    return {
      to: message.recipient,
      locale,
      email: {
        subject: t('subject'),
        heading: t('heading'),
        lead,
        lines: [],
        button: message.kind === 'address_changed' ? null : { label: deps.t(locale, 'order_letters.customer.open'), url },
      },
      line: { label: deps.t(locale, 'order_letters.line.several', { id: orderNumber(order.id) }), value: lead, url },
      // A message written by an operator is shown only on the page
      notice: { event: 'action', text: '' },
      footer: orderEmailFooter(deps, order),
    };
  },
});
