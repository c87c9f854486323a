import sql, { empty, join, type Sql } from 'sql-template-tag';
import * as z from 'zod/mini';
import { DirectionShape } from '#contract/direction-document.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { matchesQuery } from '#core/payment-system/search.ts';
import { DIRECTIONS, selected } from '#server/payment-systems/columns.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { AnyRow } from '#server/platform/db/row.ts';

/** Which directions of the list are meant. */
export interface DirectionFilter {
  readonly q?: string | undefined;
  /** A code or a currency. */
  readonly income?: string | undefined;
  readonly outcome?: string | undefined;
  readonly enabled?: 'yes' | 'no' | undefined;
  readonly rate_type?: 'fixed' | 'floating' | undefined;
}

/** Texts that a payment system is found by. */
export const textsOf = ({ name, code, currency, network, aliases }: PaymentSystem): string[] => [
  name.ru,
  name.en,
  code,
  currency,
  network ?? '',
  ...aliases,
];

const found = (systems: readonly PaymentSystem[], query: string): string[] =>
  systems.filter((system) => matchesQuery(textsOf(system), query)).map(({ code }) => code);

const side = (systems: readonly PaymentSystem[], wanted: string): string[] =>
  systems.filter(({ code, currency }) => code === wanted || currency === wanted).map(({ code }) => code);

const ARROW = /\s*(?:->|→|›|>)\s*/;

/** "sber > btc" names both sides; without an arrow every word is on one side or the other. */
function searched(systems: readonly PaymentSystem[], q: string): Sql[] {
  const [from = '', to] = q.split(ARROW);
  if (to !== undefined) {
    const both = [sql`income_code = any(${found(systems, from)}::text[])`, sql`outcome_code = any(${found(systems, to)}::text[])`];
    return both.filter((_, i) => [from, to][i]?.trim() !== '');
  }
  return q
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => {
      const codes = found(systems, word);
      return sql`(income_code = any(${codes}::text[]) or outcome_code = any(${codes}::text[]))`;
    });
}

function whereOf(filter: DirectionFilter, systems: readonly PaymentSystem[]): Sql {
  const parts: Sql[] = searched(systems, filter.q ?? '');
  if (filter.income !== undefined) parts.push(sql`income_code = any(${side(systems, filter.income)}::text[])`);
  if (filter.outcome !== undefined) parts.push(sql`outcome_code = any(${side(systems, filter.outcome)}::text[])`);
  if (filter.enabled !== undefined) parts.push(sql`enabled = ${filter.enabled === 'yes'}`);
  if (filter.rate_type !== undefined) parts.push(sql`rate_type = ${filter.rate_type}`);
  return parts.length === 0 ? empty : sql`where ${join(parts, ' and ')}`;
}

const SORTED: Readonly<Record<string, Sql>> = {
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
  join([...(sort ?? []).flatMap((key) => SORTED[key] ?? []), sql`income_code, outcome_code`], ', ');

const CountRow = z.object({ count: z.string() });

/** Directions as they are now, found and sorted; from the database, because the list is read right after a change. */
export async function findDirections(
  db: Queryable,
  systems: readonly PaymentSystem[],
  filter: DirectionFilter,
  part?: { readonly sort: readonly string[] | undefined; readonly limit: number; readonly offset: number },
): Promise<readonly Direction[]> {
  const limits = part === undefined ? empty : sql`limit ${part.limit} offset ${part.offset}`;
  const rows = await db.many(
    AnyRow,
    sql`select ${selected(DIRECTIONS)} from directions ${whereOf(filter, systems)} order by ${orderOf(part?.sort)} ${limits}`,
  );
  return rows.map((row) => DirectionShape.parse(row));
}

/** How many there are. */
export const countDirections = async (db: Queryable, systems: readonly PaymentSystem[], filter: DirectionFilter): Promise<number> =>
  Number((await db.one(CountRow, sql`select count(*) from directions ${whereOf(filter, systems)}`)).count);
