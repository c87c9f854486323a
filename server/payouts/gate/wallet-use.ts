import * as z from 'zod';
import type { Subject } from '#core/payout/payout.ts';
import { accept } from '#core/result.ts';
import type { Executor } from '#server/approvals/executor.ts';
import type { Deps } from '#server/deps.ts';
import { AnyRow, col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';

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

interface WalletUse {
  readonly hour: { readonly amount: bigint; readonly count: number };
  readonly day: { readonly amount: bigint; readonly count: number };
  readonly destination: { readonly amount: bigint; readonly count: number };
  readonly balance: bigint;
  readonly isReleased: boolean;
}

/**
 * Payouts of a wallet since its caps were last reset: all claimed attempts that have not failed. `to` also counts payouts to this subject's
 * destination, compared by keyed hash.
 */
export async function readWalletUse(
  { payoutSubjects: subjects }: Pick<Deps, 'payoutSubjects'>,
  db: Queryable,
  {
    wallet,
    since,
    to,
  }: { readonly wallet: string; readonly since: { readonly hour: Date; readonly day: Date }; readonly to: Subject | null },
): Promise<WalletUse> {
  const payee = to === null ? sql`null` : subjects[to.kind].fingerprintOf(sql`${to.id}`);
  const paid = sql`coalesce(${subjects.order.fingerprintOf(sql`p.order_id`)}, ${subjects.withdrawal.fingerprintOf(sql`p.withdrawal_id`)})`;
  const row = await db.one(
    WalletUseRow,
    sql`
    with released as (select max(released_at) as at from cap_releases where wallet = ${wallet}),
    leaving as (
      select p.amount, p.claimed_at, p.purpose = 'payout' and ${paid} = ${payee} as is_same
      from payouts p
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

const insertRelease = async (
  tx: Tx,
  release: { readonly approvalId: string; readonly wallet: string; readonly at: Date },
): Promise<number> =>
  await tx.run(sql`
    insert into cap_releases (approval_id, wallet, released_at) values (${release.approvalId}, ${release.wallet}, ${release.at})`);

const Payload = z.object({ wallet: z.string() });

/** Resets the caps of a wallet after two approvals: payouts before now do not count any more. */
export const executeReleaseCap: Executor = async (deps, tx, { id, payload }) => {
  const { wallet } = Payload.parse(payload);
  await lockWallet(tx, wallet);
  await insertRelease(tx, { approvalId: id, wallet, at: new Date(deps.clock.now()) });
  return accept(null);
};
