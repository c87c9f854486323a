import type { WITHDRAWAL_LISTS } from '#contract/office/money/withdrawals.ts';
import { PAYOUT_STATES } from '#core/payout/payout.ts';
import { WITHDRAWAL_STATUSES } from '#core/withdrawal/lifecycle.ts';
import { PURSES } from '#core/withdrawal/withdrawal.ts';
import { col, escapeLike, join, type Queryable, type RowOf, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';

export type WithdrawalList = (typeof WITHDRAWAL_LISTS)[number];

export const OfficeRow = rowType(
  {
    id: col.text,
    status: col.oneOf(WITHDRAWAL_STATUSES),
    version: col.number,
    user_id: col.text,
    email: col.computed(col.text, sql`u.email`),
    customer_id: col.computed(col.nullable(col.text), sql`(select c.customer_id from customer_users c where c.user_id = w.user_id)`),
    purse: col.oneOf(PURSES),
    purse_amount: col.text,
    outcome_code: col.text,
    outcome_amount: col.text,
    masked: col.computed(col.textRecord, sql`w.requisites_masked`),
    created_at: col.timestamp,
    status_changed_at: col.timestamp,
    held_until: col.nullable(col.timestamp),
    is_stopped: col.bool,
    promised_at: col.nullable(col.timestamp),
    tx_hash: col.nullable(col.text),
    is_uncovered: col.computed(
      col.bool,
      sql`(w.status = 'payout_pending' and (w.held_until is not null or w.is_stopped)
        and coalesce((select r.posted < r.held from reserves r where r.wallet = w.purse_wallet), false))`,
    ),
  },
  'w',
);
export type OfficeRow = RowOf<typeof OfficeRow>;

const source = sql`withdrawals w join users u on u.id = w.user_id`;

const OPEN = sql`w.status in ('payout_pending', 'payout_sent', 'payout_failed')`;
const conditionByList = (now: Date): Readonly<Record<WithdrawalList, Sql>> => ({
  open: OPEN,
  held: sql`w.status = 'payout_pending' and (w.held_until is not null or w.is_stopped)`,
  late: sql`${OPEN} and w.promised_at <= ${now}`,
  failed: sql`w.status = 'payout_failed'`,
  all: sql`true`,
});

export interface WithdrawalFilter {
  readonly list: WithdrawalList;
  readonly userId?: string | undefined;
  readonly q?: string | undefined;
}

function conditionsOf({ list, userId, q = '' }: WithdrawalFilter, now: Date): Sql {
  const text = q.trim();
  const textMatch = sql`(w.id ilike ${`${escapeLike(text)}%`} or u.email ilike ${`%${escapeLike(text)}%`}
    or lower(w.tx_hash) = ${text.toLowerCase()})`;
  return join(
    [conditionByList(now)[list], ...(userId === undefined ? [] : [sql`w.user_id = ${userId}`]), ...(text === '' ? [] : [textMatch])],
    ' and ',
  );
}

const SORTABLE = {
  created_at: { column: sql`w.created_at`, type: 'timestamptz' },
  promised_at: { column: sql`w.promised_at`, type: 'timestamptz', isNullable: true },
  status: { column: sql`w.status`, type: 'text' },
} as const satisfies Record<string, SortKey>;
/** Default order: by promised time; the list of all by newest. */
const defaultOrder = (list: WithdrawalList): readonly SortKey[] => [
  ...(list === 'all' ? [] : [SORTABLE.promised_at]),
  { ...SORTABLE.created_at, isDescending: true },
  { column: sql`w.id`, type: 'text' },
];

export async function listWithdrawals(db: Queryable, filter: WithdrawalFilter, page: PageRequest, now: Date): Promise<ListPage<OfficeRow>> {
  const list = { row: OfficeRow, source, where: conditionsOf(filter, now) };
  return await readListPage(db, list, { ...page, keys: sortedKeys(page.sort, SORTABLE, defaultOrder(filter.list)) });
}

export const countWithdrawals = (db: Queryable, filter: WithdrawalFilter, now: Date, max?: number): Promise<number> =>
  countUpTo(db, sql`from ${source} where ${conditionsOf(filter, now)}`, max);

export const findOfficeRow = (db: Queryable, id: string): Promise<OfficeRow | undefined> =>
  db.maybe(OfficeRow, sql`select ${OfficeRow.list} from ${source} where w.id = ${id}`);

const EventRow = rowType({
  move: col.text,
  to_status: col.oneOf(WITHDRAWAL_STATUSES),
  actor: col.text,
  who: col.nullable(col.text),
  note: col.nullable(col.text),
  at: col.timestamp,
  /** For a release before the end of its hold: when the hold would have ended, and who approved. */
  held_until: col.nullable(col.text),
  approved_by: col.nullable(col.text),
});

export const listEvents = (db: Queryable, id: string): Promise<RowOf<typeof EventRow>[]> =>
  db.many(
    EventRow,
    sql`
    select e.move, e.to_status, e.actor, case when e.actor = 'operator' then coalesce(u.full_name, u.email) end as who, e.note, e.at,
      a.payload::jsonb ->> 'held_until' as held_until, coalesce(s.full_name, s.email) as approved_by
    from withdrawal_events e left join users u on u.id::text = e.actor_id
      left join approvals a on e.move = 'release' and e.actor = 'operator'
        and a.subject = e.withdrawal_id and a.kind = 'release_withdrawal' and a.state = 'approved'
      left join users s on s.id = a.decided_by
    where e.withdrawal_id = ${id} order by e.version`,
  );

const PayoutRow = rowType({
  id: col.text,
  attempt: col.number,
  rail: col.text,
  state: col.oneOf(PAYOUT_STATES),
  amount: col.text,
  external_id: col.nullable(col.text),
  reason: col.nullable(col.text),
  claimed_at: col.timestamp,
});

export const listPayouts = (db: Queryable, id: string): Promise<RowOf<typeof PayoutRow>[]> =>
  db.many(
    PayoutRow,
    sql`select id, attempt, rail, state, amount, external_id, reason, claimed_at from payouts where withdrawal_id = ${id} order by attempt`,
  );

const CountRow = rowType({ count: col.number });

export const countApprovals = async (db: Queryable, id: string, now: Date): Promise<number> =>
  (
    await db.one(
      CountRow,
      sql`select count(*)::int as count from approvals where subject = ${id} and state = 'open' and expires_at > ${now}`,
    )
  ).count;
