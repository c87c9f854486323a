import type { CustomerCardAttributes } from '#contract/office/customers/customer-desk.ts';
import { may } from '#core/access/access.ts';
import {
  audiencesOf,
  countOutcomes,
  LINK_STRENGTHS,
  type LinkedBy,
  type LinkStrength,
  maskNetwork,
  strengthOf,
} from '#core/customer/customer.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount } from '#core/money/amount.ts';
import { add, type Fraction, fraction, toSignificant } from '#core/money/fraction.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { worthUsd } from '#core/payout/payout-limits.ts';
import { toRfc3339 } from '#core/time.ts';
import { PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import { findBlacklisted } from '#server/blacklist/find-blacklisted.ts';
import { readEntries } from '#server/blacklist/present.ts';
import { readLimits } from '#server/customers/customers.ts';
import { listVerdictsOf, type StoredVerdict } from '#server/customers/pairs.ts';
import type { Deps } from '#server/deps.ts';
import { readNotes } from '#server/desk/customer.ts';
import { sumPurse } from '#server/earnings/purse-earnings.ts';
import { purseBalances } from '#server/ledger/wallets.ts';
import type { Operator } from '#server/operators/operator.ts';
import { readCustomerTurnover } from '#server/orders/customer-orders.ts';
import { openDestination } from '#server/orders/destination.ts';
import { rangeOf } from '#server/orders/terms/order-terms.ts';
import { findSharing, findTermsOf } from '#server/orders/terms/term-index.ts';
import { isPartner } from '#server/partners/queries.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findCustomerReferrer } from '#server/referrals/queries.ts';
import { sessionsOf } from '#server/sessions/queries.ts';
import { maskedWallets } from '#server/user-wallets/saved-wallets.ts';
import { newestWithdrawals } from '#server/withdrawals/queries.ts';
import * as store from './store.ts';
import { type CustomerOrderRow, findOtherOwners, findSharers } from './store.ts';

/** How many of the customer's newest orders are compared, and how many matching orders are read. */
const MAX_OWN_ORDERS = 10;
const MAX_SHARED_ORDERS = 200;
const MAX_LISTED = 20;

interface LinkedCustomer {
  readonly id: string;
  readonly email: string;
  readonly by: readonly LinkedBy[];
  readonly strength: LinkStrength;
  readonly orders: number;
  /** An operator's verdict on the two customers; null: none. */
  readonly verdict: StoredVerdict | null;
}

/** Orders, of any customer, that share a full requisite with these orders. */
async function findOrdersSharing(db: Queryable, orders: readonly CustomerOrderRow[]): Promise<string[]> {
  const terms: bigint[] = [];
  for (const { id } of orders.slice(0, MAX_OWN_ORDERS)) terms.push(...(await findTermsOf(db, id, [rangeOf('requisite')])));
  return (await findSharing(db, [...new Set(terms)], MAX_SHARED_ORDERS)).map(({ order_id: id }) => id);
}

/** Other customers who share a browser, network, card or requisites with this one, or have a verdict; strongest links first. */
async function findLinkedCustomers(
  db: Queryable,
  customerId: string,
  newestOrders: readonly CustomerOrderRow[],
): Promise<LinkedCustomer[]> {
  const sharers = await findSharers(db, customerId, MAX_SHARED_ORDERS);
  const sharingRequisites = await findOtherOwners(db, customerId, await findOrdersSharing(db, newestOrders));
  const linked = new Map<string, { email: string; by: Set<LinkedBy>; orders: number }>();
  const verdicts = new Map((await listVerdictsOf(db, customerId)).map(({ id, ...verdict }) => [id, verdict]));
  for (const [id, { mailbox }] of verdicts) linked.set(id, { email: mailbox, by: new Set(), orders: 0 });
  const links = [...sharingRequisites.map((customer) => ({ ...customer, by: 'requisites' as const })), ...sharers];
  for (const { id, mailbox, by, orders } of links) {
    const entry = linked.get(id) ?? { email: mailbox, by: new Set<LinkedBy>(), orders: 0 };
    entry.by.add(by);
    linked.set(id, { ...entry, orders: Math.max(entry.orders, orders) });
  }
  return [...linked]
    .map(([id, { email, by, orders }]): LinkedCustomer => {
      const verdict = verdicts.get(id) ?? null;
      return { id, email, by: [...by], strength: strengthOf([...by], verdict?.verdict ?? null), orders, verdict };
    })
    .toSorted((a, b) => LINK_STRENGTHS.indexOf(a.strength) - LINK_STRENGTHS.indexOf(b.strength) || b.orders - a.orders)
    .slice(0, MAX_LISTED);
}

const MAX_WITHDRAWALS = 5;

const dollars = (cents: bigint | string): string => formatAmount(BigInt(cents), PURSE_SCALE);

/** What a customer earned and withdrew, and the referrer. A guest has no balances but may have a referrer. */
async function readEarnings(
  db: Queryable,
  { customerId, userId, now }: { readonly customerId: string; readonly userId: string | null; readonly now: number },
) {
  const referrer = await findCustomerReferrer(db, { customerId, userId });
  const referrerAttributes = referrer && { email: referrer.email, customer_id: referrer.customer_id, is_stopped: referrer.is_stopped };
  if (userId === null) return { referrer: referrerAttributes ?? null, partner_id: null, purses: [], withdrawals: [] };
  const purses = [];
  for (const { purse, owed, available } of await purseBalances(db, userId)) {
    const sums = await sumPurse(db, { userId, purse, at: now });
    purses.push({ purse, owed: dollars(owed), available: dollars(available), accrued: dollars(sums.accrued), paid: dollars(sums.paid) });
  }
  const withdrawals = await newestWithdrawals(db, userId, MAX_WITHDRAWALS);
  return {
    referrer: referrerAttributes ?? null,
    partner_id: (await isPartner(db, userId)) ? userId : null,
    purses,
    withdrawals: withdrawals.map((row) => ({
      id: row.id,
      status: row.status,
      purse_amount: dollars(row.purse_amount),
      created_at: toRfc3339(row.created_at.getTime()),
    })),
  };
}

type CardDeps = Pick<Deps, 'db' | 'catalogue' | 'quotes' | 'clock' | 'secrets'>;

const MAX_ORDERS = 50;
/** How many of the newest orders have their requisites compared with the blacklist. */
const MAX_COMPARED_ORDERS = 10;
const USD_DIGITS = 6;

const usdText = (worth: Fraction | undefined): string | null => (worth && toSignificant(worth, USD_DIGITS)) || null;
const dateText = (date: Date): string => toRfc3339(date.getTime());

const presentVerdict = (verdict: StoredVerdict | null): CustomerCardAttributes['linked'][number]['said'] =>
  verdict && { verdict: verdict.verdict, note: verdict.note, by: verdict.said_by, at: toRfc3339(verdict.said_at) };

export interface CardReader {
  readonly operator: Operator;
  readonly locale: Locale;
}

/** The network address: in full for roles that may reveal requisites, otherwise its first half. */
const networkFor = ({ role }: Operator, peer: string | null): string | null =>
  peer === null || may(role, 'reveal_customers') || role === 'auditor' ? peer : maskNetwork(peer);

function presentOrder({ catalogue }: CardDeps, row: store.CustomerOrderRow, { operator, locale }: CardReader) {
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
      created_at: dateText(row.created_at),
    },
  ];
}

/** Completed turnover in USD at current prices; null if a price is missing. */
function turnoverOf({ catalogue, quotes }: CardDeps, rows: readonly store.OrderTotalsRow[]): string | null {
  const usdAmounts = rows
    .filter(({ status }) => status === 'completed')
    .map(({ code, amount }) => worthUsd(BigInt(amount), catalogue.paymentSystem(code)?.scale ?? 0, quotes.usdOf(code)));
  const sum = usdAmounts.reduce<Fraction | undefined>((total, worth) => (total && worth ? add(total, worth) : undefined), fraction(0n, 1n));
  return usdText(sum);
}

/** Active blacklist entries that match anything this customer used. */
async function findBlacklistEntries(deps: CardDeps, db: Queryable, mailbox: string, orders: readonly store.CustomerOrderRow[]) {
  const requisites: RequisiteValues[] = [];
  for (const { id } of orders.slice(0, MAX_COMPARED_ORDERS))
    for (const side of ['income', 'outcome'] as const) requisites.push(await openDestination(deps, db, { id, side }));
  const ids = new Set(await findBlacklisted(deps, db, { email: mailbox, requisites }));
  const networks = [...new Set(orders.map(({ peer }) => peer))];
  const devices = [...new Set(orders.map(({ device }) => device))];
  for (const peer of networks) if (peer !== null) for (const id of await findBlacklisted(deps, db, { peer })) ids.add(id);
  for (const device of devices) if (device !== null) for (const id of await findBlacklisted(deps, db, { device })) ids.add(id);
  return await readEntries(db, [...ids], deps.clock.now());
}

async function readAccount(deps: CardDeps, db: Queryable, account: store.AccountRow | undefined, { operator, locale }: CardReader) {
  if (account === undefined) return { account: null, sessions: [], wallets: [] };
  const sessions = await sessionsOf(db, account.id, deps.clock.now());
  const wallets = await maskedWallets(db, account.id);
  return {
    account: {
      email: account.email,
      email_verified: account.is_verified,
      two_factor_enabled: account.has_factor,
      is_disabled: account.is_disabled,
      created_at: dateText(account.created_at),
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

/**
 * Everything the office knows about a customer; undefined if there is none. Queries run one by one: `db` may be a transaction.
 */
export async function readCard(deps: CardDeps, db: Queryable, id: string, reader: CardReader): Promise<CustomerCardAttributes | undefined> {
  const [person, limits] = [await store.findCustomer(db, id), await readLimits(db, id)];
  if (person === undefined || limits === undefined) return undefined;
  const orders = await store.listOrdersOf(db, id, MAX_ORDERS);
  const outcomes = await store.sumOrdersOf(db, id);
  const audiences = audiencesOf(reader.operator.role);
  const account = await store.findAccount(db, id);
  const cards = await store.listCardsOf(db, id);
  const linked = await findLinkedCustomers(db, id, orders);
  const earned = await readEarnings(db, { customerId: id, userId: account?.id ?? null, now: deps.clock.now() });
  const used = await readCustomerTurnover(deps, db, id);
  const blacklist = await findBlacklistEntries(deps, db, person.mailbox, orders);
  const notes = await readNotes(db, person.mailbox, reader.operator.role);
  const counts = countOutcomes(outcomes.flatMap(({ status, count }) => Array.from({ length: count }, () => status)));
  return {
    email: person.mailbox,
    known_since: dateText(person.made_at),
    ...(await readAccount(deps, db, account, reader)),
    ...earned,
    ...counts,
    turnover_usd: turnoverOf(deps, outcomes),
    orders: orders.flatMap((row) => presentOrder(deps, row, reader)),
    limits: { order_usd: limits.orderUsd, day_usd: limits.dayUsd, month_usd: limits.monthUsd, version: limits.version },
    used: { day_usd: usdText(used.day), month_usd: usdText(used.month) },
    blacklist,
    notes,
    may_note: orders.length > 0 && may(reader.operator.role, 'claim_order') ? audiences : [],
    cards: cards.map(({ created_at: at, ...card }) => ({ ...card, created_at: dateText(at) })),
    linked: linked.map(({ by, verdict, ...link }) => ({ ...link, by: [...by], said: presentVerdict(verdict) })),
  };
}
