import type { Module } from '#server/module.ts';
import { officeLedgerRoutes } from './office-routes.ts';
import { executePostReserve } from './post-treasury.ts';

export const ledgerModule: Module = {
  name: 'ledger',
  tables: ['account_balances', 'assets', 'ledger_entries', 'ledger_transfers', 'reserves', 'wallets'],
  routes: officeLedgerRoutes,
  approvals: { post_reserve: { execute: executePostReserve } },
};
