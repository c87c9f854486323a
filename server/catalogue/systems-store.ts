import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const FactsRow = rowType({ code: col.text, directions: col.text, open_orders: col.text });

export interface SystemFacts {
  readonly directions: number;
  readonly openOrders: number;
}

/** Number of directions and open orders by payment system code. */
export async function readSystemFacts(db: Queryable): Promise<ReadonlyMap<string, SystemFacts>> {
  const rows = await db.many(
    FactsRow,
    sql`
    with sides as (
      select income_code as code, 1 as directions, 0 as orders from directions union all
      select outcome_code, 1, 0 from directions union all
      select income_code, 0, 1 from orders
        where status not in ('completed', 'refunded', 'expired', 'cancelled', 'payment_failed', 'rejected') union all
      select outcome_code, 0, 1 from orders
        where status not in ('completed', 'refunded', 'expired', 'cancelled', 'payment_failed', 'rejected')
    )
    select code, sum(directions)::text as directions, sum(orders)::text as open_orders from sides group by code`,
  );
  return new Map(rows.map((row) => [row.code, { directions: Number(row.directions), openOrders: Number(row.open_orders) }]));
}

const CheckRow = rowType({
  code: col.text,
  rail: col.text,
  settings: col.textRecord,
  problem: col.nullable(col.text),
  checked_at: col.timestamp,
});
export type CheckRow = RowOf<typeof CheckRow>;

/** Last results of rail checks, one for each combination of code, rail and settings. */
export const readChecks = async (db: Queryable, code?: string): Promise<readonly CheckRow[]> =>
  await db.many(
    CheckRow,
    sql`select code, rail, settings, problem, checked_at from rail_checks where ${code ?? null}::text is null or code = ${code ?? null}`,
  );

/** Stores the result of a rail check of a payment system with its current settings; `problem` null: passed. */
export async function saveCheck(
  tx: Tx,
  check: {
    readonly system: Pick<PaymentSystem, 'code' | 'rail' | 'railSettings'>;
    readonly problem: string | null;
    readonly now: Instant;
    readonly userId: string;
  },
): Promise<void> {
  const { system, problem, now, userId } = check;
  await tx.run(sql`
    insert into rail_checks (code, rail, settings, problem, checked_at, checked_by)
    values (${system.code}, ${system.rail}, ${JSON.stringify(system.railSettings)}::jsonb, ${problem}, ${new Date(now)}, ${userId})
    on conflict (code, rail, settings) do update
      set problem = excluded.problem, checked_at = excluded.checked_at, checked_by = excluded.checked_by`);
}
