import * as z from 'zod/mini';
import type { OfficeList } from '#contract/office/orders/orders.ts';
import { PROMISED_STATUSES } from '#core/order/promise.ts';
import { FINAL_STATUSES, ORDER_STATUSES, type OrderStatus, STATUS_GROUP, type StatusGroup } from '#core/order/status.ts';
import { APPROVAL_REASONS } from '#core/payout/payout-limits.ts';
import { PAYOUT_PURPOSES, PAYOUT_STATES } from '#core/payout/payout.ts';
import { type Attention, WAIT_STEP_MINUTES } from '#core/staff/attention.ts';
import type { Instant } from '#core/time.ts';
import { hasNumber } from '#server/orders/has-number.ts';
import { prefixPattern } from '#server/platform/db/db.ts';
import { type DayRange, inDays } from '#server/platform/db/day-range.ts';
import { dueSource, firstPromiseAt, taskDueAt } from '#server/payout-tasks/promised-time.ts';
import { col, empty, extendRow, join, type Queryable, raw, type RowOf, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import {
  afterStart,
  countUpTo,
  limitOf,
  type ListPage,
  placeOf,
  RowPlace,
  sortClause,
  sortedKeys,
  type SortKey,
  toListPage,
} from '#server/platform/db/list-page.ts';
import type { ListPart } from '#server/platform/http/pagination.ts';
import { dueSource as decisionSource, promisedDecision } from './approval-work.ts';
import { SORTABLE, sortedOrders } from './sort-all-orders.ts';
import { attentionIndex, firstAttention, isCandidate, mayNeedPerson, newestPayout, promisedAt, promiseSource } from './work.ts';

/**
 * Condition on `orders o`: created through this user's API keys or referral link. Sandbox orders do
 * not count.
 */
export const isBroughtByPartner = (userId: string): Sql => sql`o.id in (
  select order_id from partner_orders where user_id = ${userId} and mode = 'live'
  union all select order_id from referral_orders where referrer_id = ${userId})`;

/** One order of the queue. Amounts in minor units as text, as the database returns them. */
export const OfficeOrderRow = rowType({
  id: col.text,
  status: col.oneOf(ORDER_STATUSES),
  reason: col.nullable(col.text),
  version: col.number,
  email: col.text,
  income_code: col.text,
  outcome_code: col.text,
  income_amount: col.text,
  outcome_amount: col.text,
  received_amount: col.text,
  created_at: col.timestamp,
  status_changed_at: col.timestamp,
  expires_at: col.nullable(col.timestamp),
  lease_operator: col.nullable(col.text),
  lease_until: col.nullable(col.timestamp),
  lease_holder: col.nullable(col.text),
  payout_state: col.nullable(col.oneOf(PAYOUT_STATES)),
  /** The operator who makes its payout. */
  payout_holder: col.nullable(col.json(z.object({ user_id: z.string(), name: z.string() }))),
  /** Why it needs a person: index in `ATTENTIONS`; past its end if it does not. */
  attention_at: col.number,
  /** When people should have paid or approved its payout; null if neither is asked. */
  due_at: col.nullable(col.timestamp),
  /** Why its payout needs approval; null if it does not. */
  approval_reasons: col.nullable(col.json(z.array(z.enum(APPROVAL_REASONS)))),
  /** The wallet it is paid from has reached its cap and waits for approval. */
  is_at_cap: col.bool,
});
export type OfficeOrderRow = RowOf<typeof OfficeOrderRow>;

/** Statuses in which money is to be sent and no attempt was made yet. */
const PAYOUT_DUE_STATUSES = ['payout_pending', 'refund_pending'] as const satisfies readonly OrderStatus[];
const isPayoutDue = sql`o.status in (${join(PAYOUT_DUE_STATUSES)})`;
const isOpenApproval = (now: Instant): Sql => sql`a.state = 'open' and a.expires_at > ${new Date(now)}`;
const approvalReasons = (now: Instant): Sql => sql`(
    select a.payload::jsonb -> 'why' from approvals a
      where ${isPayoutDue} and a.subject = o.id and a.kind = 'pay_out' and ${isOpenApproval(now)}
      and a.payload::jsonb ->> 'purpose' is distinct from 'surplus'
    order by a.proposed_at desc limit 1)`;
const isAtCap = (now: Instant): Sql => sql`(${isPayoutDue} and (p.state is null or p.state = 'failed') and exists (
    select from approvals a where a.kind = 'release_cap' and ${isOpenApproval(now)}
      and a.subject = case when o.status = 'payout_pending' then o.outcome_wallet else o.income_wallet end))`;

/** The earliest due time of its payouts by hand. */
const manualDue = sql`(
    select min(${taskDueAt}) from payout_tasks k ${dueSource} where k.subject_id = o.id and k.state in ('waiting', 'taken'))`;

/**
 * When the payout that awaits approval was promised; at a wallet's cap, when the payout was
 * promised.
 */
const decisionDue = (now: Instant): Sql => sql`coalesce((
    select min(${promisedDecision}) from approvals a ${decisionSource}
      where a.subject = o.id and a.kind = 'pay_out' and ${isOpenApproval(now)}),
    case when o.status = 'payout_pending' and ${isAtCap(now)} then (select ${promisedAt} from (select) no_row ${promiseSource}) end)`;

/** Payouts that need a person to decide or to send them. */
const PAYOUT_ATTENTIONS = ['payout_failed', 'payout_unknown', 'payout_stuck', 'by_hand'] as const satisfies readonly Attention[];
/** When the customer was promised that payout. */
const payoutDue = sql`case when o.status in (${join([...PROMISED_STATUSES])}) and p.purpose is distinct from 'surplus'
    and ${firstAttention} in (${join(PAYOUT_ATTENTIONS.map(attentionIndex))}) then ${firstPromiseAt(sql`o`)} end`;

/** The operator who sends its payout: a payout by hand, or one taken over from the service. */
const payoutHolder = sql`(
    select json_build_object('user_id', u.id, 'name', coalesce(u.full_name, u.email)) from (
      select k.taken_by, k.taken_at as at from payout_tasks k where k.subject_id = o.id and k.state = 'taken'
      union all select y.taken_by, y.claimed_at from payouts y where y.order_id = o.id and y.state = 'by_hand') holding
    join users u on u.id = holding.taken_by order by holding.at limit 1)`;

const rowColumns = (now: Instant): Sql => sql`
  o.id, o.status, o.reason, o.version, o.email, o.income_code, o.outcome_code, o.income_amount, o.outcome_amount, o.received_amount,
  o.created_at, o.status_changed_at, o.expires_at, l.operator_id as lease_operator, l.until as lease_until,
    coalesce(h.full_name, h.email) as lease_holder, p.state as payout_state,
  ${payoutHolder} as payout_holder,
  ${firstAttention} as attention_at, least(${manualDue}, ${decisionDue(now)}, ${payoutDue}) as due_at,
  ${approvalReasons(now)} as approval_reasons, ${isAtCap(now)} as is_at_cap`;

/** The lease on the order and its holder. */
const leaseHolder = sql`left join leases l on l.subject_kind = 'order' and l.subject_id = o.id left join users h on h.id = l.operator_id`;

const isOpen = sql`o.status not in (${join(FINAL_STATUSES)})`;

export interface OrderFilter {
  readonly view: OfficeList;
  /** Reasons that count in the views `needs_person` and `in_work`. */
  readonly attentions: readonly Attention[];
  readonly status: OrderStatus | undefined;
  readonly statusGroup: StatusGroup | undefined;
  /** Prefix of an id or an e-mail, lower case. */
  readonly q: string | undefined;
  /** Only orders brought by this user's API keys or referral link. */
  readonly partnerId: string | undefined;
  /** When they were created. */
  readonly days: DayRange;
}

const statusesOf = (group: StatusGroup): OrderStatus[] =>
  (Object.keys(STATUS_GROUP) as OrderStatus[]).filter((status) => STATUS_GROUP[status] === group);

/** Whether an order waits for one of the reasons. Needs `newestPayout`. */
const needsPerson = (attentions: readonly Attention[]): Sql =>
  attentions.length === 0
    ? sql`false`
    : join([isCandidate, mayNeedPerson, sql`${firstAttention} in (${join(attentions.map(attentionIndex))})`], ' and ');

function conditionsOf(filter: OrderFilter): Sql {
  const conditions: Sql[] = [sql`true`];
  if (filter.view === 'open' || filter.view === 'in_work') conditions.push(isOpen);
  if (filter.view === 'needs_person') conditions.push(needsPerson(filter.attentions));
  if (filter.view === 'in_work') conditions.push(sql`(${needsPerson(filter.attentions)}) is not true`);
  if (filter.status !== undefined) conditions.push(sql`o.status = ${filter.status}`);
  if (filter.statusGroup !== undefined) conditions.push(sql`o.status in (${join(statusesOf(filter.statusGroup))})`);
  if (filter.q !== undefined) conditions.push(sql`(${hasNumber(sql`o.id`, filter.q)} or lower(o.email) like ${prefixPattern(filter.q)})`);
  if (filter.partnerId !== undefined) conditions.push(isBroughtByPartner(filter.partnerId));
  conditions.push(inDays(sql`o.created_at`, filter.days));
  return join(conditions, ' and ');
}

const id: SortKey = { column: sql`o.id`, type: 'text' };
const NEWEST_FIRST: readonly SortKey[] = [{ ...SORTABLE.created_at, isDescending: true }, id];

/**
 * USD price of one minor unit of each payment system, as decimal text: compares orders by value.
 */
const UnitPrices = z.object({ codes: z.array(z.string()), usd: z.array(z.string()) });
export type UnitPrices = z.output<typeof UnitPrices>;

/**
 * What the ranking depends on. Prices and time change, so all pages of one listing use those of the
 * first page.
 */
const RankingBasis = z.object({ now: z.number(), worth: UnitPrices });
type RankingBasis = z.output<typeof RankingBasis>;

/** Text stored in the page cursors. */
export const rankingToText = (basis: RankingBasis): string => JSON.stringify(basis);
export const rankingFromText = (text: string): RankingBasis => z.parse(RankingBasis, JSON.parse(text));

/** By attention, then longest waiting, then largest amount. */
function byRank({ now }: RankingBasis): readonly SortKey[] {
  const seconds = raw(String(WAIT_STEP_MINUTES * 60));
  const steps = sql`floor(extract(epoch from ${new Date(now)}::timestamptz - o.status_changed_at) / ${seconds})`;
  return [
    { column: firstAttention, type: 'numeric' },
    { column: steps, type: 'numeric', isDescending: true },
    { column: sql`(o.income_amount * w.usd)`, type: 'numeric', isDescending: true, isNullable: true },
    SORTABLE.status_changed_at,
    id,
  ];
}

const PlacedOfficeOrderRow = extendRow(OfficeOrderRow, { place: RowPlace });

/** One page of the queue by rank; the view `all` is newest first. */
export async function listOfficeOrders(
  db: Queryable,
  filter: OrderFilter,
  page: ListPart & { readonly ranking: RankingBasis },
): Promise<ListPage<OfficeOrderRow>> {
  const isByTime = filter.view === 'all';
  const { worth } = page.ranking;
  const prices = sql`left join unnest(${worth.codes}::text[], ${worth.usd}::numeric[]) as w (code, usd) on w.code = o.income_code`;
  const ranked = isByTime ? empty : sql`${newestPayout} ${prices}`;
  const part = { ...page, keys: sortedKeys(page.sort, SORTABLE, isByTime ? NEWEST_FIRST : byRank(page.ranking)) };
  const conditions = conditionsOf(filter);
  const source = isByTime ? sortedOrders(page.sort, conditions, part) : sql`orders o ${ranked} where ${conditions} and ${afterStart(part)}`;
  // Sort and skip ids only; the full rows are read for one page
  const rows = await db.many(
    PlacedOfficeOrderRow,
    sql`
    select ${rowColumns(page.ranking.now)}, ${placeOf(part.keys)} as place
    from unnest(array(
      select o.id from ${source}
        order by ${sortClause(part)} ${limitOf(part)})) with ordinality as page (id, number)
    join orders o on o.id = page.id ${isByTime ? newestPayout : ranked} ${leaseHolder}
    order by page.number`,
  );
  return toListPage(rows, part);
}

/**
 * Number of orders in a view; counts up to `most` if given. Those that need a person are few and
 * have an index.
 */
export const countOfficeOrders = (db: Queryable, filter: OrderFilter, max?: number): Promise<number> =>
  filter.view === 'needs_person'
    ? countUpTo(db, sql`from orders o ${newestPayout} where ${conditionsOf(filter)}`)
    : countUpTo(db, sql`from orders o ${filter.view === 'in_work' ? newestPayout : empty} where ${conditionsOf(filter)}`, max);

const OfficeOrderDetailRow = extendRow(OfficeOrderRow, {
  ip: col.nullable(col.text),
  income_requisites_masked: col.textRecord,
  outcome_requisites_masked: col.textRecord,
});
type OfficeOrderDetailRow = RowOf<typeof OfficeOrderDetailRow>;

export const findOfficeOrder = (db: Queryable, id: string, now: Instant): Promise<OfficeOrderDetailRow | undefined> =>
  db.maybe(
    OfficeOrderDetailRow,
    sql`
    select ${rowColumns(now)}, o.ip, o.income_requisites_masked, o.outcome_requisites_masked
    from orders o ${newestPayout} ${leaseHolder}
    where o.id = ${id}`,
  );

export const DepositRow = rowType({
  id: col.text,
  rail: col.text,
  external_id: col.text,
  reference: col.text,
  note: col.nullable(col.text),
  beyond_rail: col.bool,
  posted_amount: col.text,
  payment_system_code: col.text,
  amount: col.text,
  state: col.oneOf(['seen', 'final', 'failed', 'reverted']),
  confirmations: col.number,
  required_confirmations: col.number,
  tx_hash: col.nullable(col.text),
  first_seen_at: col.timestamp,
  posted_at: col.nullable(col.timestamp),
});
export type DepositRow = RowOf<typeof DepositRow>;

export const listDeposits = (db: Queryable, orderId: string): Promise<DepositRow[]> =>
  db.many(
    DepositRow,
    sql`
    select id, rail, external_id, reference, note, beyond_rail, posted_amount, payment_system_code, amount, state, confirmations,
      required_confirmations,
      tx_hash, first_seen_at, posted_at
    from deposits where order_id = ${orderId} order by first_seen_at, id`,
  );

export const PayoutRow = rowType({
  id: col.text,
  purpose: col.oneOf(PAYOUT_PURPOSES),
  attempt: col.number,
  rail: col.text,
  payment_system_code: col.text,
  amount: col.text,
  state: col.oneOf(PAYOUT_STATES),
  external_id: col.nullable(col.text),
  tx_hash: col.nullable(col.text),
  reason: col.nullable(col.text),
  claimed_at: col.timestamp,
  asked_at: col.nullable(col.timestamp),
  taken_by: col.nullable(col.text),
  taken_by_name: col.nullable(col.text),
});
export type PayoutRow = RowOf<typeof PayoutRow>;

export const listPayouts = (db: Queryable, orderId: string): Promise<PayoutRow[]> =>
  db.many(
    PayoutRow,
    sql`
    select p.id, p.purpose, p.attempt, p.rail, p.payment_system_code, p.amount, p.state, p.external_id, p.tx_hash, p.reason, p.claimed_at,
      p.asked_at, p.taken_by, coalesce(u.full_name, u.email) as taken_by_name
    from payouts p left join users u on u.id = p.taken_by where p.order_id = ${orderId} order by p.claimed_at, p.attempt`,
  );
