import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Module } from '#server/module.ts';
import { chainTransfers } from './chain-transfers.ts';
import { officeLedgerChainRoutes } from './office-routes.ts';
import { LEDGER_HEAD_MAIL, ledgerHeadMails, sealHead } from './seal-head.ts';

function ledgerChainJobs(deps: Deps): void {
  deps.queue.every('chain-ledger', SECOND_MS, () => chainTransfers(deps));
  deps.queue.every('seal-ledger', 5 * MINUTE_MS, () => sealHead(deps));
}

export const ledgerChainModule: Module = {
  name: 'ledger-chain',
  tables: ['ledger_chain', 'ledger_chain_check', 'ledger_chain_head', 'ledger_seals'],
  routes: officeLedgerChainRoutes,
  jobs: ledgerChainJobs,
  emails: (deps) => ({ [LEDGER_HEAD_MAIL]: ledgerHeadMails(deps) }),
};
