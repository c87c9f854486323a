import * as col from '#server/platform/db/columns.ts';
import { rowType, type RowOf, AnyRow } from '#server/platform/db/row.ts';
import sql, { type Sql } from 'sql-template-tag';
import { PayoutLimitsJson } from '#contract/office/money/limits.ts';
import type { PayoutLimits } from '#core/payout/payout-limits.ts';
import type { Subject } from '#core/payout/payout.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

const LimitsRow = rowType({ version: col.number, value: col.json(PayoutLimitsJson), set_at: col.timestamp, set_by_name: col.text });
export type LimitsRow = RowOf<typeof LimitsRow>;

/** The current limits; undefined: never set. */
export const readLimits = async (db: Queryable): Promise<LimitsRow | undefined> =>
  await db.maybe(
    LimitsRow,
    sql`
    select l.version, l.value, l.set_at, coalesce(u.full_name, u.email) as set_by_name
    from payout_limits l join users u on u.id = l.set_by order by l.version desc limit 1`,
  );

/** Writes the version after the one that was read (0: none). False if it was changed since. */
export const writeLimits = async (
  tx: Tx,
  { value, version, setBy }: { readonly value: PayoutLimits; readonly version: number; readonly setBy: string },
): Promise<boolean> =>
  (await tx.run(sql`
    insert into payout_limits (version, value, set_by) select ${version + 1}::int, ${JSON.stringify(value)}::jsonb, ${setBy}
    where ${version}::int = coalesce((select max(version) from payout_limits), 0)
    on conflict do nothing`)) === 1;

/**
 * Serializes counting and claiming of a wallet's payouts until the transaction ends, so caps hold under concurrency (quality
 * R08).
 */
export const lockWallet = async (tx: Tx, wallet: string): Promise<unknown> =>
  await tx.many(AnyRow, sql`select pg_advisory_xact_lock(hashtext('payouts of wallet'), hashtext(${wallet})) is null as done`);

const WalletUseRow = rowType({
  hour_amount: col.text,
  hour_count: col.number,
  day_amount: col.text,
  day_count: col.number,
  to_amount: col.text,
  to_count: col.number,
  balance: col.text,
  is_released: col.bool,
});

const TABLE_OF: Readonly<Record<Subject['kind'], Sql>> = { order: sql`orders`, withdrawal: sql`withdrawals` };

export interface WalletUse {
  readonly hour: { readonly amount: bigint; readonly count: number };
  readonly day: { readonly amount: bigint; readonly count: number };
  readonly destination: { readonly amount: bigint; readonly count: number };
  readonly balance: bigint;
  readonly isReleased: boolean;
}

/**
 * Payouts of a wallet since its caps were last reset: all claimed attempts that have not failed. `to`: payouts to the same
 * destination as this subject's, compared by keyed hash, are also counted.
 */
export async function readWalletUse(
  db: Queryable,
  {
    wallet,
    since,
    to,
  }: { readonly wallet: string; readonly since: { readonly hour: Date; readonly day: Date }; readonly to: Subject | null },
): Promise<WalletUse> {
  const payee = to === null ? sql`null` : sql`(select outcome_fingerprint from ${TABLE_OF[to.kind]} where id = ${to.id})`;
  const row = await db.one(
    WalletUseRow,
    sql`
    with released as (select max(released_at) as at from cap_releases where wallet = ${wallet}),
    leaving as (
      select p.amount, p.claimed_at, p.purpose = 'payout' and coalesce(o.outcome_fingerprint, w.outcome_fingerprint) = ${payee} as is_same
      from payouts p left join orders o on o.id = p.order_id left join withdrawals w on w.id = p.withdrawal_id
      where p.wallet = ${wallet} and p.state not in ('failed', 'queued') and p.claimed_at > ${since.day}
        and p.claimed_at >= coalesce((select at from released), '-infinity'))
    select coalesce(sum(amount) filter (where claimed_at > ${since.hour}), 0)::text as hour_amount,
      (count(*) filter (where claimed_at > ${since.hour}))::int as hour_count,
      coalesce(sum(amount), 0)::text as day_amount, count(*)::int as day_count,
      coalesce(sum(amount) filter (where is_same), 0)::text as to_amount, (count(*) filter (where is_same))::int as to_count,
      coalesce((select posted from reserves where wallet = ${wallet}), 0)::text as balance,
      coalesce((select at from released) > ${since.day}, false) as is_released
    from leaving`,
  );
  return {
    hour: { amount: BigInt(row.hour_amount), count: row.hour_count },
    day: { amount: BigInt(row.day_amount), count: row.day_count },
    destination: { amount: BigInt(row.to_amount), count: row.to_count },
    balance: BigInt(row.balance),
    isReleased: row.is_released,
  };
}

export const insertRelease = async (
  tx: Tx,
  release: { readonly approvalId: string; readonly wallet: string; readonly at: Date },
): Promise<number> =>
  await tx.run(sql`
    insert into cap_releases (approval_id, wallet, released_at) values (${release.approvalId}, ${release.wallet}, ${release.at})`);
