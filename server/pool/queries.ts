import { stepOf } from '#core/money/decimals.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { poolOutage } from '#core/pool/closing.ts';
import type { Instant } from '#core/time.ts';
import type { RailVerdict } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findPoolOf, findRequisite, pooledOf } from './store.ts';

/** Whether the pool of a payment system has an active requisite, also outside its hours. */
export const hasRequisites = async (db: Queryable, code: string, now: Instant): Promise<boolean> =>
  (await findPoolOf(db, code, now)).some((row) => pooledOf(row).state === 'active');

const wrong = (problem: string): RailVerdict => ({ ok: false, problem });

/**
 * Whether a payment system can be received by hand: a requisite must be free now for the minimum amount. A payment system that only pays
 * out needs none.
 */
export async function checkPool(db: Queryable, system: PaymentSystem, now: Instant): Promise<RailVerdict> {
  if (system.outcomeEnabled && !system.incomeEnabled) return { ok: true };
  const pool = (await findPoolOf(db, system.code, now)).map(pooledOf);
  if (pool.length === 0) return wrong('no_requisite');
  const closing = poolOutage(pool, { min: system.minAmount, step: stepOf(system), now });
  if (closing === null) return { ok: true };
  const { blocks } = closing;
  if (blocks.every((block) => block === 'frozen')) return wrong('pool_frozen');
  // A problem that ends automatically is named before one that does not
  if (blocks.includes('out_of_hours')) return wrong('pool_out_of_hours');
  return wrong(blocks.every((block) => block === 'amount' || block === 'frozen') ? 'pool_amount' : 'pool_busy');
}

/** Whether a requisite of the pool, in whatever state, belongs to this payment system. */
export const isRequisiteOf = async (deps: Pick<Deps, 'clock'>, db: Queryable, of: { readonly id: string; readonly code: string }) =>
  (await findRequisite(db, of.id, deps.clock.now()))?.payment_system_code === of.code;
