import type { CustomerAttributes, CustomerOrderAttributes } from '#contract/office/customers/customers.ts';
import { may, type OperatorRole } from '#core/access/access.ts';
import {
  audiencesOf,
  countOutcomes,
  flagsOf,
  type LinkedOrder,
  NOTE_AUDIENCES,
  type NoteAudience,
  type SameBy,
} from '#core/customer/customer.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount } from '#core/money/amount.ts';
import { pow10 } from '#core/money/decimals.ts';
import { add, type Fraction, fraction, multiply, toSignificant } from '#core/money/fraction.ts';
import type { Order } from '#core/order/order.ts';
import { ORDER_STATUSES } from '#core/order/status.ts';
import { foldEmail } from '#core/requisites/email.ts';
import { refuse, type Result } from '#core/result.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import { listCheques } from '#server/cheques/list-cheques.ts';
import { customerOfOrder } from '#server/customers/customers.ts';
import { listUnrelatedOrders } from '#server/customers/pairs.ts';
import type { Deps } from '#server/deps.ts';
import { LEASE_CHANNELS } from '#server/leases/lease.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { findOrder } from '#server/orders/queries.ts';
import { findRelatedOrders } from '#server/orders/terms/term-index.ts';
import { col, join, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const RelatedOrderRow = rowType({
  id: col.text,
  status: col.oneOf(ORDER_STATUSES),
  email: col.text,
  income_code: col.text,
  outcome_code: col.text,
  income_amount: col.text,
  outcome_amount: col.text,
  created_at: col.timestamp,
  is_lookalike: col.bool,
});
type RelatedOrderRow = RowOf<typeof RelatedOrderRow>;

/**
 * The given orders, newest first. `is_lookalike`: another destination that looks the same as that
 * of `orderId` once masked.
 */
const listRelatedOrders = async (db: Queryable, orderId: string, ids: readonly string[]): Promise<RelatedOrderRow[]> =>
  ids.length === 0
    ? []
    : await db.many(
        RelatedOrderRow,
        sql`
        select k.id, k.status, k.email, k.income_code, k.outcome_code, k.income_amount, k.outcome_amount, k.created_at,
          (k.outcome_code = o.outcome_code and k.outcome_requisites_masked = o.outcome_requisites_masked
            and k.outcome_fingerprint <> o.outcome_fingerprint) as is_lookalike
        from orders o, orders k where o.id = ${orderId} and k.id in (${join([...ids])}) order by k.created_at desc, k.id`,
      );

const NoteRow = rowType({
  id: col.text,
  note: col.text,
  audience: col.oneOf(NOTE_AUDIENCES),
  author: col.text,
  at: col.timestamp,
  order_id: col.text,
});
type NoteRow = RowOf<typeof NoteRow>;

const MAX_NOTES = 50;

/** Operators' notes on these mailboxes, newest first. */
const listNotes = (db: Queryable, mailboxes: readonly string[], audiences: readonly NoteAudience[]): Promise<NoteRow[]> =>
  db.many(
    NoteRow,
    sql`
    select n.id, n.note, n.audience, coalesce(u.full_name, u.email) as author, n.at, n.order_id
    from customer_notes n join users u on u.id = n.author_id
    where n.mailbox in (${join([...mailboxes])}) and n.audience in (${join([...audiences])}) order by n.at desc, n.id limit ${MAX_NOTES}`,
  );

interface NewCustomerNote {
  readonly id: string;
  readonly mailbox: string;
  readonly note: string;
  readonly audience: NoteAudience;
  readonly authorId: string;
  readonly orderId: string;
  readonly at: Instant;
}

const insertNote = (tx: Tx, note: NewCustomerNote): Promise<number> =>
  tx.run(sql`
    insert into customer_notes (id, mailbox, note, audience, author_id, order_id, at)
    values (${note.id}, ${note.mailbox}, ${note.note}, ${note.audience}, ${note.authorId}, ${note.orderId}, ${new Date(note.at)})`);

type CustomerDeps = Pick<Deps, 'catalogue' | 'quotes'>;

const MAX_RELATED = 300;
const MAX_LISTED = 12;
const USD_DIGITS = 6;

interface RelatedOrder extends LinkedOrder {
  readonly row: RelatedOrderRow;
}

const isSameCustomer = ({ sameBy }: RelatedOrder): boolean => sameBy.includes('email') || sameBy.includes('user');

async function readRelatedOrders(db: Queryable, orderId: string): Promise<RelatedOrder[]> {
  const sameByOrder = await findRelatedOrders(db, orderId, MAX_RELATED);
  const rows = await listRelatedOrders(db, orderId, [...sameByOrder.keys()]);
  const sameBy = (id: string): SameBy[] => [...(sameByOrder.get(id) ?? [])];
  return rows.map((row) => ({ id: row.id, status: row.status, sameBy: sameBy(row.id), isLookalike: row.is_lookalike, row }));
}

/** Completed turnover in USD at current prices; null if a price is missing. */
function turnoverOf({ catalogue, quotes }: CustomerDeps, orders: readonly RelatedOrder[]): string | null {
  let sum: Fraction = fraction(0n, 1n);
  for (const { row } of orders) {
    if (row.status !== 'completed') continue;
    const usd = quotes.usdOf(row.income_code);
    const system = catalogue.paymentSystem(row.income_code);
    if (usd === undefined || system === undefined) return null;
    sum = add(sum, multiply(fraction(BigInt(row.income_amount), pow10(system.scale)), usd));
  }
  return toSignificant(sum, USD_DIGITS);
}

function presentRelatedOrder({ catalogue }: CustomerDeps, { row, sameBy }: RelatedOrder, locale: Locale): CustomerOrderAttributes[] {
  const [income, outcome] = [catalogue.paymentSystem(row.income_code), catalogue.paymentSystem(row.outcome_code)];
  if (!income || !outcome) return [];
  const side = (system: typeof income) => ({
    id: system.code,
    name: system.name[locale],
    currency_iso_code: system.currency,
    rail: system.rail,
  });
  return [
    {
      id: row.id,
      status: row.status,
      email: row.email,
      income: side(income),
      outcome: side(outcome),
      income_amount: formatAmount(BigInt(row.income_amount), income.scale),
      outcome_amount: formatAmount(BigInt(row.outcome_amount), outcome.scale),
      created_at: toRfc3339(row.created_at.getTime()),
      same_by: [...sameBy],
    },
  ];
}

interface NoteReader {
  readonly role: OperatorRole;
  readonly locale: Locale;
}

/**
 * What the office knows about the customer of an order: related orders, warning flags, turnover and
 * notes.
 */
export async function readCustomer(
  deps: CustomerDeps,
  db: Queryable,
  order: Pick<Order, 'id' | 'email'>,
  { role, locale }: NoteReader,
): Promise<CustomerAttributes> {
  const related = await readRelatedOrders(db, order.id);
  const sameCustomer = related.filter(isSameCustomer);
  const customerId = (await customerOfOrder(db, order.id)) ?? null;
  const otherIds = related.filter((candidate) => !isSameCustomer(candidate)).map(({ id }) => id);
  // Orders of a customer whom an operator marked as unrelated raise no flag
  const unrelated = customerId === null || otherIds.length === 0 ? new Set() : await listUnrelatedOrders(db, customerId, otherIds);
  const flaggable = related.filter(({ id }) => !unrelated.has(id));
  const cheques = (await listCheques(db, order.id)).flatMap(({ also_on: also }) => also);
  const mailboxes = [...new Set([order.email, ...sameCustomer.map(({ row }) => row.email)].map(foldEmail))];
  const audiences = audiencesOf(role);
  const notes = await listNotes(db, mailboxes, audiences);
  return {
    ...countOutcomes(sameCustomer.map(({ status }) => status)),
    has_more: related.length >= MAX_RELATED,
    card_id: customerId,
    turnover_usd: turnoverOf(deps, sameCustomer),
    orders: related.slice(0, MAX_LISTED).flatMap((row) => presentRelatedOrder(deps, row, locale)),
    flags: flagsOf(flaggable, [...new Set(cheques)]).map(({ flag, orders }) => ({ flag, orders: [...orders] })),
    notes: notes.map(({ at, ...note }) => ({ ...note, at: toRfc3339(at.getTime()) })),
    may_note: may(role, 'claim_order') ? audiences : [],
  };
}

/** Notes on a mailbox that this role may read. */
export const readNotes = async (db: Queryable, mailbox: string, role: OperatorRole) =>
  (await listNotes(db, [mailbox], audiencesOf(role))).map(({ at, ...note }) => ({ ...note, at: toRfc3339(at.getTime()) }));

interface AddCustomerNoteInput {
  readonly orderId: string;
  readonly note: string;
  readonly audience: NoteAudience;
  readonly operatorId: string;
}

/**
 * Adds a note about a customer and notifies the operators who have the order open. Refuses
 * `not_found`.
 */
export async function addCustomerNote(
  deps: Pick<Deps, 'random' | 'secrets' | 'clock' | 'live'>,
  tx: Tx,
  { orderId, note, audience, operatorId }: AddCustomerNoteInput,
): Promise<Result<Order, 'not_found'>> {
  const order = await findOrder(tx, orderId);
  if (!order) return refuse({ code: 'not_found' });
  const id = deps.random.uuid();
  await insertNote(tx, { id, mailbox: foldEmail(order.email), note, audience, authorId: operatorId, orderId, at: deps.clock.now() });
  // Every operator may read the log of an order, so a note for a narrower audience is left out of it
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'customer.note',
    subjectType: 'order',
    subjectId: orderId,
    detail: audience === 'office' ? { note, audience } : { audience },
  });
  await deps.live.notify(tx, LEASE_CHANNELS.order, orderId);
  return { ok: true, value: order };
}
