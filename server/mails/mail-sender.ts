import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { logFailure } from '#server/platform/db/unavailable.ts';
import { type MailDeps, sendToRecipient } from './send-to-recipient.ts';
import { type ClaimedRecipient, claimRecipients, releaseRecipients } from './store.ts';

/** Recipients processed at once: more than the SMTP connections, so that none waits for the database. */
const MAX_CONCURRENT = 16;
const BATCH = 64;
/** Longer than the longest work on one recipient: five mails of 20 s. */
const LEASE_MS = 2 * MINUTE_MS;
/** A pass ends after this time, so that a stopping process does not wait for a long queue. */
const MAX_PASS_MS = 2 * SECOND_MS;
/** How long a pass waits for its last mails; slower ones continue during the next passes. */
const DRAIN_MS = SECOND_MS;
/** After this many recipients in a row without a server answer, the pass ends and the others keep their turn. */
const MAX_UNAVAILABLE = MAX_CONCURRENT;

/** Sends due mails of one process, recipient by recipient. */
export function createMailSender(deps: MailDeps) {
  const running = new Set<Promise<void>>();
  let unavailableCount = 0;

  function start(claimed: ClaimedRecipient): void {
    const work = sendToRecipient(deps, claimed)
      .then((outcome) => {
        unavailableCount = outcome === 'unavailable' ? unavailableCount + 1 : 0;
      })
      // The claim expires: a mail that cannot be written does not block others
      .catch((error: unknown) => logFailure(deps.log, { error }, 'mail_failed'))
      .finally(() => running.delete(work));
    running.add(work);
  }

  async function claim(): Promise<ClaimedRecipient[]> {
    const now = deps.clock.now();
    return await claimRecipients(deps.db, { now, until: now + LEASE_MS, limit: BATCH });
  }

  /** Sends due mails; several processes may run it, each recipient is claimed by one. */
  async function sendDue(): Promise<void> {
    const endsAt = performance.now() + MAX_PASS_MS;
    unavailableCount = 0;
    let claimed: ClaimedRecipient[] = [];
    while (performance.now() < endsAt && unavailableCount < MAX_UNAVAILABLE) {
      if (running.size >= MAX_CONCURRENT) await Promise.race([...running, sleep(MAX_PASS_MS)]);
      if (claimed.length === 0) claimed = await claim();
      if (claimed.length === 0) break;
      for (const next of claimed.splice(0, MAX_CONCURRENT - running.size)) start(next);
    }
    await releaseRecipients(
      deps.db,
      claimed.map((address) => address.recipient),
    );
    if (running.size > 0) await Promise.race([Promise.all(running), sleep(DRAIN_MS)]);
  }
  return { pass: sendDue };
}
