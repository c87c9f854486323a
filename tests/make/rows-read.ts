import * as z from 'zod/mini';
import type { Queryable, Sql } from '#server/platform/db/db.ts';
import { sql } from '#server/platform/db/db.ts';
import { as } from './rows.ts';

const PlanNode = z.object({
  'Relation Name': z.optional(z.string()),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.optional(z.number()),
  'Rows Removed by Join Filter': z.optional(z.number()),
  'Rows Removed by Index Recheck': z.optional(z.number()),
  get Plans() {
    return z.optional(z.array(PlanNode));
  },
});
type PlanNode = z.output<typeof PlanNode>;

function addRows(node: PlanNode, found: Record<string, number>): void {
  const { 'Relation Name': table, 'Actual Rows': rows, 'Actual Loops': loops } = node;
  if (table !== undefined && loops > 0) {
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    found[table] = (found[table] ?? 0) + Math.round((rows + removed) * loops);
  }
  for (const child of node.Plans ?? []) addRows(child, found);
}

/**
 * Number of rows that the statements of `work` read of each table, those that a filter removed included. `admin` runs them again under
 * `explain (analyze)`, so that they must only read.
 */
export async function rowsRead(admin: Queryable, work: (db: Queryable) => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  const statements: Sql[] = [];
  const keep = <T>(statement: Sql, result: T): T => (statements.push(statement), result);
  await work({
    many: (row, statement) => keep(statement, admin.many(row, statement)),
    maybe: (row, statement) => keep(statement, admin.maybe(row, statement)),
    one: (row, statement) => keep(statement, admin.one(row, statement)),
    run: (statement) => keep(statement, admin.run(statement)),
  });
  const found: Record<string, number> = {};
  for (const statement of statements) {
    const { 'QUERY PLAN': plan } = await admin.one(as<{ 'QUERY PLAN': unknown }>(), sql`explain (analyze, format json) ${statement}`);
    for (const { Plan } of z.parse(z.array(z.object({ Plan: PlanNode })), plan)) addRows(Plan, found);
  }
  return found;
}
