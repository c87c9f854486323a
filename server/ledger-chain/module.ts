import { SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Module } from '#server/module.ts';
import { chainTransfers } from './chain-transfers.ts';

const ledgerChainJobs = (deps: Deps): void => deps.queue.every('chain-ledger', SECOND_MS, () => chainTransfers(deps));

export const ledgerChainModule: Module = {
  name: 'ledger-chain',
  tables: ['ledger_chain', 'ledger_chain_check', 'ledger_chain_head', 'ledger_seals'],
  jobs: ledgerChainJobs,
};
