import { DirectionShape } from '#contract/office/catalogue/direction-document.ts';
import { PaymentSystemShape } from '#contract/office/catalogue/payment-system-document.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { AnyRow, type Queryable, sql } from '#server/platform/db/db.ts';
import { DIRECTIONS, PAYMENT_SYSTEMS, selectList } from './columns.ts';

/** All payment systems in display order. Throws on an invalid row rather than trade with wrong values. */
export async function readPaymentSystems(db: Queryable): Promise<readonly PaymentSystem[]> {
  const rows = await db.many(AnyRow, sql`select ${selectList(PAYMENT_SYSTEMS)} from payment_systems order by sort, code`);
  return rows.map((row) => PaymentSystemShape.parse(row));
}

/** All directions, enabled or not. */
export async function readDirections(db: Queryable): Promise<readonly Direction[]> {
  const rows = await db.many(AnyRow, sql`select ${selectList(DIRECTIONS)} from directions order by income_code, outcome_code`);
  return rows.map((row) => DirectionShape.parse(row));
}
