import { DirectionShape } from '#contract/office/catalogue/direction-document.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { matchesQuery } from '#core/payment-system/search.ts';
import type { Instant } from '#core/time.ts';
import { DIRECTIONS, selectList } from '#server/payment-systems/columns.ts';
import { AnyRow, col, empty, join, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';

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

/** Stores the result of a rail check of a payment system with its current settings; `problem` is null if the check passed. */
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

/** Filter of the list of directions. */
export interface DirectionFilter {
  readonly q?: string | undefined;
  /** Code of a payment system, or a currency. */
  readonly income?: string | undefined;
  readonly outcome?: string | undefined;
  readonly enabled?: 'yes' | 'no' | undefined;
  readonly rate_type?: 'fixed' | 'floating' | undefined;
}

/** Texts in which a search looks for a payment system. */
export const textsOf = ({ name, code, currency, network, aliases }: PaymentSystem): string[] => [
  name.ru,
  name.en,
  code,
  currency,
  network ?? '',
  ...aliases,
];

const codesMatching = (systems: readonly PaymentSystem[], query: string): string[] =>
  systems.filter((system) => matchesQuery(textsOf(system), query)).map(({ code }) => code);

const codesOf = (systems: readonly PaymentSystem[], codeOrCurrency: string): string[] =>
  systems.filter(({ code, currency }) => code === codeOrCurrency || currency === codeOrCurrency).map(({ code }) => code);

const ARROW = /\s*(?:->|→|›|>)\s*/;

/** Conditions of a search: "sber > btc" gives both sides; without an arrow each word must match one of the two sides. */
function searchConditions(systems: readonly PaymentSystem[], q: string): Sql[] {
  const [from = '', to] = q.split(ARROW);
  if (to !== undefined) {
    const both = [
      sql`income_code = any(${codesMatching(systems, from)}::text[])`,
      sql`outcome_code = any(${codesMatching(systems, to)}::text[])`,
    ];
    return both.filter((_, i) => [from, to][i]?.trim() !== '');
  }
  return q
    .split(/\s+/)
    .filter((term) => term !== '')
    .map((term) => {
      const codes = codesMatching(systems, term);
      return sql`(income_code = any(${codes}::text[]) or outcome_code = any(${codes}::text[]))`;
    });
}

function whereOf(filter: DirectionFilter, systems: readonly PaymentSystem[]): Sql {
  const parts: Sql[] = searchConditions(systems, filter.q ?? '');
  if (filter.income !== undefined) parts.push(sql`income_code = any(${codesOf(systems, filter.income)}::text[])`);
  if (filter.outcome !== undefined) parts.push(sql`outcome_code = any(${codesOf(systems, filter.outcome)}::text[])`);
  if (filter.enabled !== undefined) parts.push(sql`enabled = ${filter.enabled === 'yes'}`);
  if (filter.rate_type !== undefined) parts.push(sql`rate_type = ${filter.rate_type}`);
  return parts.length === 0 ? empty : sql`where ${join(parts, ' and ')}`;
}

const SORT_ORDERS: Readonly<Record<string, Sql>> = {
  income: sql`income_code, outcome_code`,
  '-income': sql`income_code desc, outcome_code`,
  outcome: sql`outcome_code, income_code`,
  '-outcome': sql`outcome_code desc, income_code`,
  margin_percent: sql`margin_ppm, income_code, outcome_code`,
  '-margin_percent': sql`margin_ppm desc, income_code, outcome_code`,
  eta_minutes: sql`eta_minutes, income_code, outcome_code`,
  '-eta_minutes': sql`eta_minutes desc, income_code, outcome_code`,
};

const orderOf = (sort: readonly string[] | undefined): Sql =>
  join([...(sort ?? []).flatMap((key) => SORT_ORDERS[key] ?? []), sql`income_code, outcome_code`], ', ');

const CountRow = rowType({ count: col.text });

/** Directions of a filter, sorted; read from the database, because the list is loaded right after a change. */
export async function findDirections(
  db: Queryable,
  systems: readonly PaymentSystem[],
  filter: DirectionFilter,
  page?: { readonly sort: readonly string[] | undefined; readonly limit: number; readonly offset: number },
): Promise<readonly Direction[]> {
  const limitClause = page === undefined ? empty : sql`limit ${page.limit} offset ${page.offset}`;
  const rows = await db.many(
    AnyRow,
    sql`select ${selectList(DIRECTIONS)} from directions ${whereOf(filter, systems)} order by ${orderOf(page?.sort)} ${limitClause}`,
  );
  return rows.map((row) => DirectionShape.parse(row));
}

/** Number of directions of a filter. */
export const countDirections = async (db: Queryable, systems: readonly PaymentSystem[], filter: DirectionFilter): Promise<number> =>
  Number((await db.one(CountRow, sql`select count(*) from directions ${whereOf(filter, systems)}`)).count);

/** Filter of the list of payment systems; an undefined member matches any value. */
export interface SystemFilter {
  readonly q?: string | undefined;
  readonly kind?: string | undefined;
  readonly currency?: string | undefined;
  readonly rail?: string | undefined;
  readonly stage?: string | undefined;
  readonly open?: string | undefined;
}

const matches = (expected: string | undefined, value: string): boolean => expected === undefined || expected === value;

/** Payment systems that match all conditions of a filter. */
export const filterSystems = (systems: readonly PaymentSystem[], filter: SystemFilter): readonly PaymentSystem[] =>
  systems.filter(
    (system) =>
      matches(filter.kind, system.kind) &&
      matches(filter.currency, system.currency) &&
      matches(filter.rail, system.rail) &&
      matches(filter.stage, system.stage) &&
      matches(filter.open, system.incomeEnabled || system.outcomeEnabled ? 'yes' : 'no') &&
      matchesQuery(textsOf(system), filter.q ?? ''),
  );
