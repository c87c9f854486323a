import type { CustomerAttributes, CustomerOrderAttributes } from '#contract/office-customers.ts';
import { may, type OperatorRole } from '#core/access.ts';
import { audiencesOf, countOutcomes, flagsOf, type Kin, type NoteAudience, type SameBy } from '#core/customer.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount } from '#core/money/amount.ts';
import { pow10 } from '#core/money/decimals.ts';
import { add, type Fraction, fraction, multiply, toSignificant } from '#core/money/fraction.ts';
import type { Order } from '#core/order/order.ts';
import { foldEmail } from '#core/requisites/fold-email.ts';
import { refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import { listCheques } from '#server/cheques/list-cheques.ts';
import { listUnrelatedOrders } from '#server/customers/pairs.ts';
import { customerOfOrder } from '#server/customers/know-customer.ts';
import type { Deps } from '#server/deps.ts';
import { LEASE_CHANNELS } from '#server/leases/lease.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { findById } from '#server/orders/find-order.ts';
import { findKin } from '#server/orders/terms/find-kin.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { insertNote, type KinRow, listNotes, readKin } from './customer-store.ts';

type CustomerDeps = Pick<Deps, 'catalogue' | 'quotes'>;

/** Of one customer's other orders so many are looked at. */
const MOST = 300;
const SHOWN = 12;
const USD_DIGITS = 6;

interface Known extends Kin {
  readonly row: KinRow;
}

const isOwn = ({ sameBy }: Known): boolean => sameBy.includes('email') || sameBy.includes('user');

async function readKnown(db: Queryable, orderId: string): Promise<Known[]> {
  const kin = await findKin(db, orderId, MOST);
  const rows = await readKin(db, orderId, [...kin.keys()]);
  const sameBy = (id: string): SameBy[] => [...(kin.get(id) ?? [])];
  return rows.map((row) => ({ id: row.id, status: row.status, sameBy: sameBy(row.id), isLookalike: row.is_lookalike, row }));
}

/** What was exchanged, at the prices of now; null where one is missing. */
function turnoverOf({ catalogue, quotes }: CustomerDeps, known: readonly Known[]): string | null {
  let sum: Fraction = fraction(0n, 1n);
  for (const { row } of known) {
    if (row.status !== 'completed') continue;
    const usd = quotes.usdOf(row.income_code);
    const system = catalogue.paymentSystem(row.income_code);
    if (usd === undefined || system === undefined) return null;
    sum = add(sum, multiply(fraction(BigInt(row.income_amount), pow10(system.scale)), usd));
  }
  return toSignificant(sum, USD_DIGITS);
}

function presentKin({ catalogue }: CustomerDeps, { row, sameBy }: Known, locale: Locale): CustomerOrderAttributes[] {
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

export interface Asking {
  readonly role: OperatorRole;
  readonly locale: Locale;
}

/** Who is behind an order, as the office knows him. */
export async function readCustomer(
  deps: CustomerDeps,
  db: Queryable,
  order: Pick<Order, 'id' | 'email'>,
  { role, locale }: Asking,
): Promise<CustomerAttributes> {
  const known = await readKnown(db, order.id);
  const own = known.filter(isOwn);
  const customerId = (await customerOfOrder(db, order.id)) ?? null;
  const others = known.filter((one) => !isOwn(one)).map(({ id }) => id);
  // What an operator has said is not connected warns of nothing
  const unrelated = customerId === null || others.length === 0 ? new Set() : await listUnrelatedOrders(db, customerId, others);
  const warned = known.filter(({ id }) => !unrelated.has(id));
  const cheques = (await listCheques(db, order.id)).flatMap(({ also_on: also }) => also);
  const mailboxes = [...new Set([order.email, ...own.map(({ row }) => row.email)].map(foldEmail))];
  const audiences = audiencesOf(role);
  const notes = await listNotes(db, mailboxes, audiences);
  return {
    ...countOutcomes(own.map(({ status }) => status)),
    has_more: known.length >= MOST,
    card_id: customerId,
    turnover_usd: turnoverOf(deps, own),
    orders: known.slice(0, SHOWN).flatMap((one) => presentKin(deps, one, locale)),
    flags: flagsOf(warned, [...new Set(cheques)]).map(({ flag, orders }) => ({ flag, orders: [...orders] })),
    notes: notes.map(({ at, ...note }) => ({ ...note, at: toRfc3339(at.getTime()) })),
    may_note: may(role, 'claim_order') ? audiences : [],
  };
}

/** What the office keeps in mind about a mailbox, as far as this role reads it. */
export const readNotes = async (db: Queryable, mailbox: string, role: OperatorRole) =>
  (await listNotes(db, [mailbox], audiencesOf(role))).map(({ at, ...note }) => ({ ...note, at: toRfc3339(at.getTime()) }));

export interface CustomerNote {
  readonly orderId: string;
  readonly note: string;
  readonly audience: NoteAudience;
  readonly operatorId: string;
}

/** A word about a customer, kept with its author; whoever has the order open sees it. Refuses `not_found`. */
export async function noteCustomer(
  deps: Pick<Deps, 'random' | 'secrets' | 'clock' | 'live'>,
  tx: Tx,
  { orderId, note, audience, operatorId }: CustomerNote,
): Promise<Result<Order, 'not_found'>> {
  const order = await findById(tx, orderId);
  if (!order) return refuse({ code: 'not_found' });
  const id = deps.random.uuid();
  await insertNote(tx, { id, mailbox: foldEmail(order.email), note, audience, authorId: operatorId, orderId, at: deps.clock.now() });
  // Its words stay with those it is meant for: the log of an order is everybody's
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
