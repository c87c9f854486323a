import type { CustomerCardAttributes } from '#contract/office-customer-desk.ts';
import { may } from '#core/access.ts';
import { audiencesOf, countOutcomes } from '#core/customer.ts';
import { maskNetwork } from '#core/customer-links.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Locale } from '#core/locale.ts';
import { worthOf } from '#core/limits.ts';
import { formatAmount } from '#core/money/amount.ts';
import { add, type Fraction, fraction, toSignificant } from '#core/money/fraction.ts';
import { toRfc3339 } from '#core/time.ts';
import { findListed } from '#server/blacklist/find-listed.ts';
import { readEntries } from '#server/blacklist/present.ts';
import type { SaidOfPair } from '#server/customers/pairs.ts';
import { readLimits, readUse } from '#server/customers/limits.ts';
import type { Deps } from '#server/deps.ts';
import { readNotes } from '#server/desk/customer.ts';
import type { Operator } from '#server/operators/operator.ts';
import { openDestination } from '#server/orders/destination.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { sessionsOf } from '#server/sessions/list-sessions.ts';
import { maskedWallets } from '#server/user-wallets/masked-wallets.ts';
import { earnedParts } from './earned.ts';
import { findLinked } from './linked.ts';
import * as store from './store.ts';

export type CardDeps = Pick<Deps, 'db' | 'catalogue' | 'quotes' | 'clock' | 'secrets'>;

const ORDERS_SHOWN = 50;
/** Requisites of so many of his newest orders are compared with the blacklist. */
const ORDERS_COMPARED = 10;
const USD_DIGITS = 6;

const usdText = (worth: Fraction | undefined): string | null => (worth && toSignificant(worth, USD_DIGITS)) || null;
const text = (date: Date): string => toRfc3339(date.getTime());

/** What an operator has said of two customers, as the wire shows it. */
export const presentSaid = (said: SaidOfPair | null): CustomerCardAttributes['linked'][number]['said'] =>
  said && { verdict: said.verdict, note: said.note, by: said.said_by, at: toRfc3339(said.said_at) };

export interface Asking {
  readonly operator: Operator;
  readonly locale: Locale;
}

/** Where he comes from: whole for those who may open requisites, else its first half. */
const networkFor = ({ role }: Operator, peer: string | null): string | null =>
  peer === null || may(role, 'reveal_customers') || role === 'auditor' ? peer : maskNetwork(peer);

function presentOrder({ catalogue }: CardDeps, row: store.OrderOfRow, { operator, locale }: Asking) {
  const [income, outcome] = [catalogue.paymentSystem(row.income_code), catalogue.paymentSystem(row.outcome_code)];
  if (!income || !outcome) return [];
  const side = ({ code, name, currency, rail }: typeof income) => ({ id: code, name: name[locale], currency_iso_code: currency, rail });
  return [
    {
      id: row.id,
      status: row.status,
      email: row.email,
      income: side(income),
      outcome: side(outcome),
      income_amount: formatAmount(BigInt(row.income_amount), income.scale),
      outcome_amount: formatAmount(BigInt(row.outcome_amount), outcome.scale),
      income_requisites: Object.values(row.income_masked),
      outcome_requisites: Object.values(row.outcome_masked),
      network: networkFor(operator, row.peer),
      has_device: row.device !== null,
      created_at: text(row.created_at),
    },
  ];
}

/** What he has exchanged, at the prices of now; null where one is missing. */
function turnoverOf({ catalogue, quotes }: CardDeps, rows: readonly store.OutcomeRow[]): string | null {
  const worths = rows
    .filter(({ status }) => status === 'completed')
    .map(({ code, amount }) => worthOf(BigInt(amount), catalogue.paymentSystem(code)?.scale ?? 0, quotes.usdOf(code)));
  const sum = worths.reduce<Fraction | undefined>((total, one) => (total && one ? add(total, one) : undefined), fraction(0n, 1n));
  return usdText(sum);
}

/** Entries in force that anything he came with is kept out by. */
async function entriesOf(deps: CardDeps, db: Queryable, mailbox: string, orders: readonly store.OrderOfRow[]) {
  const opened: RequisiteValues[] = [];
  for (const { id } of orders.slice(0, ORDERS_COMPARED))
    for (const side of ['income', 'outcome'] as const) opened.push(await openDestination(deps, db, { id, side }));
  const found = new Set(await findListed(deps, db, { email: mailbox, requisites: opened }));
  const networks = [...new Set(orders.map(({ peer }) => peer))];
  const devices = [...new Set(orders.map(({ device }) => device))];
  for (const peer of networks) if (peer !== null) for (const id of await findListed(deps, db, { peer })) found.add(id);
  for (const device of devices) if (device !== null) for (const id of await findListed(deps, db, { device })) found.add(id);
  return await readEntries(db, [...found], deps.clock.now());
}

async function accountParts(deps: CardDeps, db: Queryable, account: store.AccountRow | undefined, { operator, locale }: Asking) {
  if (account === undefined) return { account: null, sessions: [], wallets: [] };
  const sessions = await sessionsOf(db, account.id, deps.clock.now());
  const wallets = await maskedWallets(db, account.id);
  return {
    account: {
      email: account.email,
      email_verified: account.is_verified,
      two_factor_enabled: account.has_factor,
      is_disabled: account.is_disabled,
      created_at: text(account.created_at),
    },
    sessions: sessions.map(({ device, ip, createdAt, lastSeenAt }) => ({
      device,
      network: networkFor(operator, ip),
      created_at: toRfc3339(createdAt),
      last_seen_at: toRfc3339(lastSeenAt),
    })),
    wallets: wallets.map(({ code, masked, label, lastUsedAt }) => ({
      system: deps.catalogue.paymentSystem(code)?.name[locale] ?? code,
      masked,
      label,
      last_used_at: toRfc3339(lastUsedAt),
    })),
  };
}

/** All that the office knows of a customer, one question after the other, as a transaction asks; undefined: there is none of this id. */
export async function readCard(deps: CardDeps, db: Queryable, id: string, asking: Asking): Promise<CustomerCardAttributes | undefined> {
  const [person, limits] = [await store.findCustomer(db, id), await readLimits(db, id)];
  if (person === undefined || limits === undefined) return undefined;
  const orders = await store.listOrdersOf(db, id, ORDERS_SHOWN);
  const outcomes = await store.countOrdersOf(db, id);
  const audiences = audiencesOf(asking.operator.role);
  const account = await store.findAccount(db, id);
  const cards = await store.listCardsOf(db, id);
  const linked = await findLinked(db, id, orders);
  const earned = await earnedParts(db, { customerId: id, userId: account?.id ?? null, now: deps.clock.now() });
  const use = await readUse(deps, db, id);
  const blacklist = await entriesOf(deps, db, person.mailbox, orders);
  const notes = await readNotes(db, person.mailbox, asking.operator.role);
  const counts = countOutcomes(outcomes.flatMap(({ status, count }) => Array.from({ length: count }, () => status)));
  return {
    email: person.mailbox,
    known_since: text(person.made_at),
    ...(await accountParts(deps, db, account, asking)),
    ...earned,
    ...counts,
    turnover_usd: turnoverOf(deps, outcomes),
    orders: orders.flatMap((row) => presentOrder(deps, row, asking)),
    limits: { order_usd: limits.orderUsd, day_usd: limits.dayUsd, month_usd: limits.monthUsd, version: limits.version },
    used: { day_usd: usdText(use.day), month_usd: usdText(use.month) },
    blacklist,
    notes,
    may_note: orders.length > 0 && may(asking.operator.role, 'claim_order') ? audiences : [],
    cards: cards.map(({ created_at: at, ...card }) => ({ ...card, created_at: text(at) })),
    linked: linked.map(({ by, said, ...one }) => ({ ...one, by: [...by], said: presentSaid(said) })),
  };
}
