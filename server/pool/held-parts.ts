import { partOf, WHOLE_REQUISITE } from '#core/pool/share.ts';
import type { HeldPart } from '#server/adapters/rails/port.ts';
import { type PoolRow, pooledOf } from './store.ts';

interface Own {
  readonly orderId: string;
  readonly requisiteId: string;
  readonly amount: bigint;
}

/** What open orders have of a pool, in thousandths of one requisite; `own` was added since the pool was read. */
export function partsOf(rows: readonly PoolRow[], own: Own): { readonly whole: bigint; readonly held: readonly HeldPart[] } {
  const active = rows.filter(({ state }) => state === 'active');
  const held = active.flatMap((row) => {
    const pooled = pooledOf(row);
    const before = row.held_orders.map((orderId, index) => ({ orderId, part: partOf(pooled, pooled.held[index]?.amount ?? 0n) }));
    return row.id === own.requisiteId ? [...before, { orderId: own.orderId, part: partOf(pooled, own.amount) }] : before;
  });
  return { whole: WHOLE_REQUISITE * BigInt(active.length), held };
}
