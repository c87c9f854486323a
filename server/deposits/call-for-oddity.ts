import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import { formatAmount } from '#core/money/amount.ts';
import type { Oddity } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import type { Tx } from '#server/platform/db/db.ts';

const FoundRow = z.object({ found: z.boolean() });
const OrderRow = z.object({ income_code: z.string() });
const OpenRow = z.object({ detail: z.record(z.string(), z.unknown()) });

interface Said {
  readonly amount?: string;
  readonly currency_iso_code?: string;
}

/** The amount as people read it. */
async function amountOf({ catalogue }: Pick<Deps, 'catalogue'>, tx: Tx, { amount, orderId }: Oddity): Promise<Said> {
  if (amount === undefined) return {};
  const order = await tx.maybe(OrderRow, sql`select income_code from orders where id = ${orderId}`);
  const system = order && catalogue.paymentSystem(order.income_code);
  return system === undefined ? {} : { amount: formatAmount(amount, system.scale), currency_iso_code: system.currency };
}

/** A rail says the same again whenever it is asked: a person who has judged it is not called twice, but for another amount he is. */
const wasCalled = async (tx: Tx, { kind, subject, orderId }: Oddity, { amount = null }: { amount?: string | null }): Promise<boolean> =>
  (
    await tx.one(
      FoundRow,
      sql`
      select exists (
        select from incidents, jsonb_array_elements(coalesce(detail->'also', '[]') || jsonb_build_array(detail)) one
        where kind = 'payment_odd' and subject = ${orderId}
          and one->>'payment' = ${subject} and one->>'oddity' = ${kind} and one->>'amount' is not distinct from ${amount}) as found`,
    )
  ).found;

/**
 * What a person is called for already and has not judged yet: an order has one open call, and what does not fit beside the rest stands
 * there with it. Whoever closes it has seen all of it, since nothing else keeps the order from being paid out.
 */
async function alsoOf(tx: Tx, orderId: string): Promise<{ readonly also?: readonly unknown[] }> {
  const open = await tx.maybe(
    OpenRow,
    sql`select detail from incidents where kind = 'payment_odd' and subject = ${orderId} and closed_at is null for update`,
  );
  if (open === undefined) return {};
  const { also, ...last } = open.detail;
  return { also: [...(Array.isArray(also) ? also : []), last] };
}

/**
 * Whether people of ours are giving back as much, or have: what a rail then sees is their doing. What it gave back itself it has counted.
 * One return by hand explains as much of all payments together, and not each of them; how much went back that is told without an amount
 * nothing explains, and a person looks.
 */
const isOurDoing = async (tx: Tx, { kind, orderId, rail, inAll }: Oddity): Promise<boolean> =>
  kind === 'given_back' &&
  inAll !== undefined &&
  (
    await tx.one(
      FoundRow,
      sql`
      select count(*) > 0 and sum(amount) >= ${String(inAll)}::numeric as found from payouts where order_id = ${orderId}
        and purpose in ('refund', 'surplus') and rail <> ${rail} and state in ('by_hand', 'executed')`,
    )
  ).found;

/** Calls a person, once, for money that does not fit what it is said to pay. It counts as nothing. */
export async function callForOddity(
  deps: Pick<Deps, 'db' | 'random' | 'clock' | 'log' | 'live' | 'catalogue'>,
  oddity: Oddity,
): Promise<void> {
  await deps.db.tx(async (tx) => {
    // Two that come at the same moment are told both
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`odd ${oddity.orderId}`}, 11))`);
    const said = await amountOf(deps, tx, oddity);
    if ((await isOurDoing(tx, oddity)) || (await wasCalled(tx, oddity, said))) return;
    const { rail, kind, subject, orderId } = oddity;
    const detail = { rail, payment: subject, oddity: kind, ...said, ...(await alsoOf(tx, orderId)) };
    await raiseIncident(deps, tx, { kind: 'payment_odd', subject: orderId, detail });
  });
}
