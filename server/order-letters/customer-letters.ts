import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { Deps } from '#server/deps.ts';
import { noteNews } from '#server/mails/note-news.ts';
import type { LetterKind } from '#server/mails/letter-kind.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { findById } from '#server/orders/find-order.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

/** Name of the kind; what the office writes to customers is noted under it. */
export const CUSTOMER_LETTER = 'customer';

const KINDS = ['message', 'link', 'address_changed'] as const;
export type CustomerLetterName = (typeof KINDS)[number];

const MessageRow = z.object({
  order_id: z.string(),
  kind: z.enum(KINDS),
  body: z.nullable(z.string()),
  recipient: z.string(),
});

const findMessage = (db: Queryable, id: string) =>
  db.maybe(MessageRow, sql`select order_id, kind, body, recipient from customer_messages where id = ${id}`);

export interface CustomerMessage {
  readonly orderId: string;
  readonly kind: CustomerLetterName;
  /** Plain text of a `message`; null for all others. */
  readonly body: string | null;
  readonly recipient: string;
  readonly authorId: string;
}

/** Writes to a customer: kept, and sent by the post with everything else. In the transaction of the deed. */
export async function writeToCustomer(deps: Pick<Deps, 'random' | 'clock'>, tx: Tx, message: CustomerMessage): Promise<void> {
  const id = deps.random.uuid();
  const now = deps.clock.now();
  await tx.run(sql`
    insert into customer_messages (id, order_id, kind, body, recipient, author_id, at)
    values (${id}, ${message.orderId}, ${message.kind}, ${message.body}, ${message.recipient}, ${message.authorId}, ${new Date(now)})`);
  // A person waits for it: it has the room of what is about money
  const told = { kind: CUSTOMER_LETTER, subject: id, recipient: message.recipient, version: 1, topic: message.kind, isPaid: true };
  await noteNews(tx, {
    ...told,
    changedAt: now,
    dueAt: now,
    // Who is told that his address was taken off an order is no listener of it
    ...(message.kind === 'address_changed' ? {} : { alsoTo: { orderId: message.orderId } }),
  });
}

/** The letters of the office's own to customers. Nothing that a person typed reaches a header: subjects are ours. */
export const customerLetters = (deps: Pick<Deps, 'db' | 'secrets' | 'settings' | 't'>): LetterKind => ({
  several: (locale, count) => ({
    subject: deps.t(locale, 'order_letters.several.subject', { count }),
    heading: deps.t(locale, 'order_letters.several.heading', { count }),
    lead: deps.t(locale, 'order_letters.several.lead'),
  }),
  async tell({ subject: id }) {
    const message = await findMessage(deps.db, id);
    const order = message && (await findById(deps.db, message.order_id));
    if (message === undefined || order === undefined) return undefined;
    const { locale } = order;
    const t = (key: string) => deps.t(locale, `order_letters.customer.${message.kind}.${key}`, { id: order.id });
    // Who is told that his address was taken off an order gets no key to it
    const url = message.kind === 'address_changed' ? deps.settings.publicUrl : orderLinkOf(deps, order);
    const lead = message.body ?? t('lead');
    return {
      to: message.recipient,
      locale,
      letter: {
        subject: t('subject'),
        heading: t('heading'),
        lead,
        lines: [],
        button: message.kind === 'address_changed' ? null : { label: deps.t(locale, 'order_letters.customer.open'), url },
      },
      line: { label: deps.t(locale, 'order_letters.line.several', { id: order.id }), value: lead, url },
      // What a colleague wrote is read on the page
      notice: { event: 'action', text: '' },
      footer: deps.t(locale, order.quote.isDemo ? 'order_letters.footer_demo' : 'order_letters.footer'),
    };
  },
});
