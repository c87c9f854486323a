import { stepOf } from '#core/money/decimals.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { poolOutage } from '#core/pool/closing.ts';
import type { Instant } from '#core/time.ts';
import type { RailVerdict } from '#server/adapters/rails/port.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findPoolOf, pooledOf } from './store.ts';

/** Whether people of a payment system have anything to be paid to by hand: requisites that are given to orders, now or at their hours. */
export const hasRequisites = async (db: Queryable, code: string, now: Instant): Promise<boolean> =>
  (await findPoolOf(db, code, now)).some((row) => pooledOf(row).state === 'active');

const wrong = (problem: string): RailVerdict => ({ ok: false, problem });

/** The pool's word on a payment system that people receive on: something must be free for its least order, and at work. Who only pays out needs none. */
export async function checkPool(db: Queryable, system: PaymentSystem, now: Instant): Promise<RailVerdict> {
  if (system.outcomeEnabled && !system.incomeEnabled) return { ok: true };
  const pool = (await findPoolOf(db, system.code, now)).map(pooledOf);
  if (pool.length === 0) return wrong('no_requisite');
  const closing = poolOutage(pool, { min: system.minAmount, step: stepOf(system), now });
  if (closing === null) return { ok: true };
  const { blocks } = closing;
  if (blocks.every((block) => block === 'frozen')) return wrong('pool_frozen');
  // What begins again by itself is said before what does not
  if (blocks.includes('out_of_hours')) return wrong('pool_out_of_hours');
  return wrong(blocks.every((block) => block === 'amount' || block === 'frozen') ? 'pool_amount' : 'pool_busy');
}
