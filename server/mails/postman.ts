import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { logThrown } from '#server/platform/db/away.ts';
import { type MailDeps, sendToRecipient } from './send-to-recipient.ts';
import { type Claimed, claimRecipients, releaseRecipients } from './store.ts';

/** Addresses worked on at once: more than the lines to a server, so that no line waits for our database. */
const LANES = 16;
const BATCH = 64;
/** Longer than the longest work on one address: five letters of 20 s. */
const LEASE_MS = 2 * MINUTE_MS;
/** A pass ends after this long, so that a stopping process does not wait for a long queue. */
const PASS_MS = 2 * SECOND_MS;
/** A pass waits so long for its last letters; one whose server does not answer goes on behind the next passes. */
const LAST_MS = SECOND_MS;
/** So many addresses in a row without a server to speak with: there is none, the rest keep their turn. */
const AWAY_IN_A_ROW = LANES;

/** One process's post: passes over the addresses that are due, with so many hands. */
export function createPostman(deps: MailDeps) {
  const running = new Set<Promise<void>>();
  let awayInARow = 0;

  function begin(claimed: Claimed): void {
    const work = sendToRecipient(deps, claimed)
      .then((outcome) => {
        awayInARow = outcome === 'away' ? awayInARow + 1 : 0;
      })
      // Its lease ends by itself: what cannot be written for one address never stops the others
      .catch((error: unknown) => logThrown(deps.log, { error }, 'mail_failed'))
      .finally(() => running.delete(work));
    running.add(work);
  }

  async function claim(): Promise<Claimed[]> {
    const now = deps.clock.now();
    return await claimRecipients(deps.db, { now, until: now + LEASE_MS, limit: BATCH });
  }

  /** Sends what is due; several processes may do so, each address is worked on by one of them. */
  async function pass(): Promise<void> {
    const endsAt = performance.now() + PASS_MS;
    awayInARow = 0;
    let claimed: Claimed[] = [];
    while (performance.now() < endsAt && awayInARow < AWAY_IN_A_ROW) {
      if (running.size >= LANES) await Promise.race([...running, sleep(PASS_MS)]);
      if (claimed.length === 0) claimed = await claim();
      if (claimed.length === 0) break;
      for (const next of claimed.splice(0, LANES - running.size)) begin(next);
    }
    await releaseRecipients(
      deps.db,
      claimed.map((one) => one.recipient),
    );
    if (running.size > 0) await Promise.race([Promise.all(running), sleep(LAST_MS)]);
  }
  return { pass };
}
