import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#core/time.ts';
import { logFailure } from '#server/platform/db/unavailable.ts';
import { claimQueues } from './queue-store.ts';
import { CLAIM_MS, type SendDeps, drainQueue } from './drain-queue.ts';

/** Queues that one process sends from at a time. */
const MAX_SENDING = 64;
/** Share of one endpoint, so that a slow one does not delay the others. */
const PER_ENDPOINT = 8;
/** Limit of a pass, so that a stopping process does not wait for a long queue. */
const PASS_MS = 2 * SECOND_MS;
/** How long a pass waits for its last deliveries; slower ones continue during the next passes. */
const MAX_FINISH_MS = SECOND_MS;

/** The webhook sender of one process; `pass` sends what is due, at most `MAX_SENDING` queues at a time. */
export function createCourier(deps: SendDeps) {
  const running = new Set<Promise<void>>();

  async function pass(): Promise<void> {
    const endsAt = performance.now() + PASS_MS;
    while (performance.now() < endsAt) {
      if (running.size >= MAX_SENDING) await Promise.race([...running, sleep(PASS_MS)]);
      const now = deps.clock.now();
      const limit = MAX_SENDING - running.size;
      const claimed = limit > 0 ? await claimQueues(deps.db, { now, until: now + CLAIM_MS, limit, perEndpoint: PER_ENDPOINT }) : [];
      if (claimed.length === 0 && running.size === 0) return;
      for (const claim of claimed) {
        const work = drainQueue(deps, claim)
          .then(() => undefined)
          // Its claim expires by itself, and an error in one queue does not stop the others
          .catch((error: unknown) => logFailure(deps.log, { error, endpoint: claim.endpointId }, 'webhook_failed'))
          .finally(() => running.delete(work));
        running.add(work);
      }
      if (claimed.length === 0) break;
      await Promise.race([...running, sleep(MAX_FINISH_MS)]);
    }
    if (running.size > 0) await Promise.race([Promise.all(running), sleep(MAX_FINISH_MS)]);
  }
  return { pass };
}
