import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

/** What an order has moved, in hundredths. */
export interface Turnover {
  readonly rub: bigint;
  readonly usd: bigint;
}

const ReferralOrderRow = z.object({ referral_id: z.string(), referrer_id: z.string(), refused: z.nullable(z.string()) });
export type ReferralOrderRow = z.output<typeof ReferralOrderRow>;

export const findReferralOrder = (db: Queryable, orderId: string): Promise<ReferralOrderRow | undefined> =>
  db.maybe(ReferralOrderRow, sql`select referral_id::text, referrer_id::text, refused from referral_orders where order_id = ${orderId}`);

/** Writes down that an order was completed; without a turnover where no price is trusted now. */
export const noteCompleted = (
  tx: Tx,
  { orderId, at, turnover }: { readonly orderId: string; readonly at: Date; readonly turnover: Turnover | undefined },
): Promise<number> =>
  tx.run(sql`
    update referral_orders set completed_at = coalesce(completed_at, ${at}),
      turnover_rub = ${turnover === undefined ? null : String(turnover.rub)}, turnover_usd = ${turnover === undefined ? null : String(turnover.usd)}
    where order_id = ${orderId} and turnover_rub is null`);

export const noteReversed = (tx: Tx, orderId: string, at: Date): Promise<number> =>
  tx.run(sql`update referral_orders set reversed_at = ${at} where order_id = ${orderId} and reversed_at is null`);

/** A guest who has exchanged is his referrer's for life. */
export const makeFirm = (tx: Tx, { referral_id: id, referrer_id: referrerId }: ReferralOrderRow): Promise<number> =>
  tx.run(sql`update referrals set is_firm = true, referrer_id = ${referrerId} where id = ${id} and not is_firm`);

/** Nothing is paid for an order, nor for its referral from now on; the first reason stays. */
export async function refuse(tx: Tx, { orderId, referralId, reason }: Refusing): Promise<void> {
  if (orderId !== undefined)
    await tx.run(sql`update referral_orders set refused = ${reason} where order_id = ${orderId} and refused is null`);
  await tx.run(sql`update referrals set refused = ${reason} where id = ${referralId} and refused is null`);
}

interface Refusing {
  readonly orderId?: string;
  readonly referralId: string;
  readonly reason: string;
}

const StandRow = z.object({ referrer_id: z.string(), is_refused: z.boolean(), is_counted: z.boolean() });
const SumRow = z.object({ rub: z.string(), usd: z.string() });

/** Locks a referral. */
export const lockReferral = async (tx: Tx, id: string): Promise<z.output<typeof StandRow>> =>
  await tx.one(
    StandRow,
    sql`select referrer_id::text, refused is not null as is_refused, counted_at is not null as is_counted from referrals where id = ${id} for update`,
  );

/** All that his completed exchanges have moved. */
export async function sumTurnover(tx: Tx, id: string, referrerId: string): Promise<Turnover> {
  const { rub, usd } = await tx.one(
    SumRow,
    sql`
    select coalesce(sum(turnover_rub), 0)::text as rub, coalesce(sum(turnover_usd), 0)::text as usd from referral_orders
    where referral_id = ${id} and referrer_id = ${referrerId} and refused is null and reversed_at is null`,
  );
  return { rub: BigInt(rub), usd: BigInt(usd) };
}

export const saveTurnover = (
  tx: Tx,
  id: string,
  { turnover, isCounted, at }: { readonly turnover: Turnover; readonly isCounted: boolean; readonly at: Date },
): Promise<number> =>
  tx.run(sql`
    update referrals set turnover_rub = ${String(turnover.rub)}, turnover_usd = ${String(turnover.usd)},
      counted_at = ${isCounted ? sql`coalesce(counted_at, ${at})` : null}
    where id = ${id}`);

/** One more of a referrer's referrals counts, or one less. */
export const changeCounted = (tx: Tx, referrerId: string, by: 1 | -1): Promise<number> =>
  tx.run(sql`
    insert into referral_totals as t (user_id, counted) values (${referrerId}, ${Math.max(by, 0)})
    on conflict (user_id) do update set counted = t.counted + ${by}`);

const IdRow = z.object({ id: z.string() });
const BATCH = 200;

/** Orders of referrals that were completed and are still to be counted: no price was trusted then, or counting failed. */
export const findUncounted = async (db: Queryable): Promise<string[]> =>
  (
    await db.many(
      IdRow,
      sql`
      select ro.order_id as id from referral_orders ro join orders o on o.id = ro.order_id and o.status = 'completed'
      where ro.turnover_rub is null and ro.reversed_at is null order by random() limit ${BATCH}`,
    )
  ).map(({ id }) => id);
