import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** Turnover of an order, in hundredths. */
export interface Turnover {
  readonly rub: bigint;
  readonly usd: bigint;
}

const ReferralOrderRow = rowType({ referral_id: col.text, referrer_id: col.text, refused: col.nullable(col.text) });
export type ReferralOrderRow = RowOf<typeof ReferralOrderRow>;

export const findReferralOrder = (db: Queryable, orderId: string): Promise<ReferralOrderRow | undefined> =>
  db.maybe(ReferralOrderRow, sql`select referral_id::text, referrer_id::text, refused from referral_orders where order_id = ${orderId}`);

/** Stores an order's completion; without a turnover if there is no trusted price. */
export const saveCompleted = (
  tx: Tx,
  { orderId, at, turnover }: { readonly orderId: string; readonly at: Date; readonly turnover: Turnover | undefined },
): Promise<number> =>
  tx.run(sql`
    update referral_orders set completed_at = coalesce(completed_at, ${at}),
      turnover_rub = ${turnover === undefined ? null : String(turnover.rub)},
        turnover_usd = ${turnover === undefined ? null : String(turnover.usd)}
    where order_id = ${orderId} and turnover_rub is null`);

export const saveReversed = (tx: Tx, orderId: string, at: Date): Promise<number> =>
  tx.run(sql`update referral_orders set reversed_at = ${at} where order_id = ${orderId} and reversed_at is null`);

/** After the first completed exchange a guest's referrer is final. */
export const makeReferralFinal = (tx: Tx, { referral_id: id, referrer_id: referrerId }: ReferralOrderRow): Promise<number> =>
  tx.run(sql`update referrals set is_firm = true, referrer_id = ${referrerId} where id = ${id} and not is_firm`);

/** Marks an order and its referral as refused: no more earnings; the first reason is kept. */
export async function refuseReferral(tx: Tx, { orderId, referralId, reason }: RefusalInput): Promise<void> {
  if (orderId !== undefined)
    await tx.run(sql`update referral_orders set refused = ${reason} where order_id = ${orderId} and refused is null`);
  await tx.run(sql`update referrals set refused = ${reason} where id = ${referralId} and refused is null`);
}

interface RefusalInput {
  readonly orderId?: string;
  readonly referralId: string;
  readonly reason: string;
}

const LockedReferralRow = rowType({ referrer_id: col.text, is_refused: col.bool, is_counted: col.bool });
const SumRow = rowType({ rub: col.text, usd: col.text });

/** Locks a referral until the transaction ends. */
export const lockReferral = async (tx: Tx, id: string): Promise<RowOf<typeof LockedReferralRow>> =>
  await tx.one(
    LockedReferralRow,
    sql`select referrer_id::text, refused is not null as is_refused, counted_at is not null as is_counted from referrals where id = ${id}
      for update`,
  );

/** Total turnover of a referral's completed orders. */
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

/** Changes the number of a referrer's counted referrals by one. */
export const changeCounted = (tx: Tx, referrerId: string, by: 1 | -1): Promise<number> =>
  tx.run(sql`
    insert into referral_totals as t (user_id, counted) values (${referrerId}, ${Math.max(by, 0)})
    on conflict (user_id) do update set counted = t.counted + ${by}`);

const IdRow = rowType({ id: col.text });
const BATCH = 200;

/** Completed orders of referrals that are not counted yet: no trusted price, or counting failed. */
export const findUncounted = async (db: Queryable): Promise<string[]> =>
  (
    await db.many(
      IdRow,
      sql`
      select ro.order_id as id from referral_orders ro join orders o on o.id = ro.order_id and o.status = 'completed'
      where ro.turnover_rub is null and ro.reversed_at is null order by random() limit ${BATCH}`,
    )
  ).map(({ id }) => id);
