import type { Module } from '#server/module.ts';
import { executeEndUnmatched, isEndUnmatchedOver } from './end-line.ts';
import { officeBankLineRoutes } from './office-routes.ts';
import { bankLineWork } from './work.ts';

export const statementsModule: Module = {
  name: 'statements',
  tables: ['bank_lines', 'bank_tables'],
  routes: officeBankLineRoutes,
  approvals: { end_unmatched: { execute: executeEndUnmatched, overtaken: isEndUnmatchedOver } },
  work: { bankLines: bankLineWork },
};
