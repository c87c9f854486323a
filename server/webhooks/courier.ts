import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#core/time.ts';
import { logThrown } from '#server/platform/db/away.ts';
import { claimLines } from './line-store.ts';
import { CLAIM_MS, type SendDeps, sendLine } from './send-line.ts';

/** Lines sent from at once, in one process. */
const HANDS = 64;
/** Of these so many may be at one endpoint, so that a slow one keeps nobody else waiting. */
const PER_ENDPOINT = 8;
/** A pass ends after this long, so that a stopping process does not wait for a long queue. */
const PASS_MS = 2 * SECOND_MS;
/** A pass waits so long for its last ones; who does not answer goes on behind the next passes. */
const LAST_MS = SECOND_MS;

/** One process's courier: passes over the lines that are due, with so many hands. */
export function createCourier(deps: SendDeps) {
  const running = new Set<Promise<void>>();

  async function pass(): Promise<void> {
    const endsAt = performance.now() + PASS_MS;
    while (performance.now() < endsAt) {
      if (running.size >= HANDS) await Promise.race([...running, sleep(PASS_MS)]);
      const now = deps.clock.now();
      const limit = HANDS - running.size;
      const claimed = limit > 0 ? await claimLines(deps.db, { now, until: now + CLAIM_MS, limit, perEndpoint: PER_ENDPOINT }) : [];
      if (claimed.length === 0 && running.size === 0) return;
      for (const line of claimed) {
        const work = sendLine(deps, line)
          .then(() => undefined)
          // Its claim ends by itself: what goes wrong with one line never stops the others
          .catch((error: unknown) => logThrown(deps.log, { error, endpoint: line.endpointId }, 'webhook_failed'))
          .finally(() => running.delete(work));
        running.add(work);
      }
      if (claimed.length === 0) break;
      await Promise.race([...running, sleep(LAST_MS)]);
    }
    if (running.size > 0) await Promise.race([Promise.all(running), sleep(LAST_MS)]);
  }
  return { pass };
}
