import { HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Module } from '#server/module.ts';
import { sweepCheques } from './cheque-files.ts';
import { INSPECT_CHEQUE_JOB, inspectCheque } from './inspect-cheque.ts';
import { officeChequeRoutes } from './office-routes.ts';
import { chequeRoutes } from './routes.ts';
import { hasCheque } from './store.ts';

/** Inspects cheques one at a time, and sweeps unreferenced files. */
function chequeJobs(deps: Deps): void {
  deps.queue.declare(INSPECT_CHEQUE_JOB);
  deps.queue.work(INSPECT_CHEQUE_JOB, async (data) => await inspectCheque(deps, String(data['cheque_id'])), { concurrency: 1 });
  deps.queue.every('sweep-cheques', 6 * HOUR_MS, async () => await sweepCheques(deps));
}

export const chequesModule: Module = {
  name: 'cheques',
  tables: ['cheques'],
  routes: (deps) => [...chequeRoutes(deps), ...officeChequeRoutes(deps)],
  jobs: chequeJobs,
  orderFacts: { hasCheque },
};
