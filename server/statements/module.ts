import type { Module } from '#server/module.ts';
import { sql } from '#server/platform/db/db.ts';
import type { WorkLane } from '#server/work/lane.ts';
import { executeResolution, isResolutionOutdated } from './resolve-line.ts';
import { officeBankLineRoutes } from './office-routes.ts';

/** Money in suspense: a payment without a known order. */
const bankLineWork: WorkLane = {
  covers: { 'bank_lines.state': ['unmatched'] },
  rows: () => sql`
    select l.id as subject, null as order_id, l.recorded_at as since, l.recorded_at + interval '1 hour' as due, false as is_taken,
      true as calls
    from bank_lines l where l.state = 'unmatched'`,
};

export const statementsModule: Module = {
  name: 'statements',
  tables: ['bank_lines', 'bank_tables'],
  routes: officeBankLineRoutes,
  approvals: { end_unmatched: { execute: executeResolution, overtaken: isResolutionOutdated } },
  work: { bankLines: bankLineWork },
};
