import { HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { SEE_CHEQUE_JOB, seeCheque } from './see-cheque.ts';
import { sweepCheques } from './sweep-cheques.ts';

/** Cheques are looked at one by one, beside everything else; files that belong to none are removed. */
export function chequeJobs(deps: Deps): void {
  deps.queue.declare(SEE_CHEQUE_JOB);
  deps.queue.work(SEE_CHEQUE_JOB, async (data) => await seeCheque(deps, String(data['cheque_id'])), { concurrency: 1 });
  deps.queue.every('sweep-cheques', 6 * HOUR_MS, async () => await sweepCheques(deps));
}
