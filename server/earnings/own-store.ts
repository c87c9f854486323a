import sql, { type Sql } from 'sql-template-tag';
import * as z from 'zod/mini';
import { EARNING_KINDS, EARNING_STATES, type EarningState } from '#core/earnings/earning.ts';
import type { Instant } from '#core/time.ts';
import type { Purse } from '#core/withdrawal/withdrawal.ts';
import { countUpTo } from '#server/platform/db/count-up-to.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type Part, type SortKey, sortedKeys } from '#server/platform/db/keyset.ts';
import { readPart } from '#server/platform/db/read-part.ts';
import type { Page } from '#server/platform/http/page-of.ts';
import { TAKEN_OUT } from '#server/withdrawals/taken-out.ts';
import { earningStates } from './states.ts';

const OwnRow = z.object({
  id: z.string(),
  kind: z.enum(EARNING_KINDS),
  order_id: z.nullable(z.string()),
  amount: z.string(),
  state: z.enum(EARNING_STATES),
  note: z.nullable(z.string()),
  created_at: z.date(),
  available_at: z.date(),
  reversed_at: z.nullable(z.date()),
});
export type OwnRow = z.output<typeof OwnRow>;

/** Whose purse, seen when. */
export interface OwnPurse {
  readonly userId: string;
  readonly purse: Purse;
  readonly at: Instant;
}

export interface OwnList extends OwnPurse {
  readonly status: EarningState | 'all';
}

const columns = sql`e.id::text, e.kind, e.order_id, e.amount::text, e.state, e.note, e.created_at, e.available_at, e.reversed_at`;
const sourceOf = ({ userId, purse, at }: OwnPurse): Sql => earningStates(at, sql`e.user_id = ${userId} and e.purse = ${purse}`);
const whereOf = ({ status }: OwnList): Sql => (status === 'all' ? sql`true` : sql`e.state = ${status}`);

const createdAt: SortKey = { column: sql`e.created_at`, type: 'timestamptz' };
const SORTABLE = {
  created_at: createdAt,
  available_at: { column: sql`e.available_at`, type: 'timestamptz' },
  amount: { column: sql`e.amount`, type: 'numeric' },
} as const satisfies Record<string, SortKey>;
const NEWEST: readonly SortKey[] = [
  { ...createdAt, isDescending: true },
  { column: sql`e.id`, type: 'uuid' },
];

/** One purse's earnings, the newest first. */
export const listOwn = async (db: Queryable, asked: OwnList, page: Page): Promise<Part<OwnRow>> =>
  await readPart(
    db,
    { row: OwnRow, columns, source: sourceOf(asked), where: whereOf(asked) },
    { ...page, keys: sortedKeys(page.sort, SORTABLE, NEWEST) },
  );

export const countOwn = async (db: Queryable, asked: OwnList, most?: number): Promise<number> =>
  await countUpTo(db, sql`from ${sourceOf(asked)} where ${whereOf(asked)}`, most);

const SumsRow = z.object({ accrued: z.string(), in_payout: z.string(), paid: z.string(), reversed: z.string(), free: z.string() });
export type SumsRow = z.output<typeof SumsRow>;

/** One purse by what has become of its money, in cents; `free` is what its ledger wallet has neither paid nor promised. */
export const sumOwn = async (db: Queryable, { userId, purse, at }: OwnPurse): Promise<SumsRow> =>
  await db.one(
    SumsRow,
    sql`
    select coalesce(sum(e.amount) filter (where e.reversed_at is null and e.available_at > ${new Date(at)}), 0)::text as accrued,
      coalesce(sum(e.amount) filter (where e.reversed_at is not null), 0)::text as reversed,
      coalesce(max(t.open), 0)::text as in_payout, coalesce(max(t.paid), 0)::text as paid,
      coalesce(max(r.posted - r.held), 0)::text as free
    from (select ${userId}::uuid as user_id, ${purse}::text as purse) me
    left join earnings e on e.user_id = me.user_id and e.purse = me.purse
    left join ${TAKEN_OUT} t on t.user_id = me.user_id and t.purse = me.purse
    left join wallets w on w.owner_id = me.user_id and w.purse = me.purse
    left join reserves r on r.wallet = w.id`,
  );
