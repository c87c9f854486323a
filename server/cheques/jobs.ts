import type { Deps } from '#server/deps.ts';
import { SEE_CHEQUE_JOB, seeCheque } from './see-cheque.ts';

/** Cheques are looked at one by one, beside everything else. */
export function chequeJobs(deps: Deps): void {
  deps.queue.declare(SEE_CHEQUE_JOB);
  deps.queue.work(SEE_CHEQUE_JOB, async (data) => await seeCheque(deps, String(data['cheque_id'])), { concurrency: 1 });
}
