import { MINUTE_MS, SECOND_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { readOpen } from '#server/incidents/queries.ts';
import { callOutside, OutboundError } from '#server/platform/outbound.ts';
import { webhookHeaders } from '#server/platform/standard-webhook.ts';

type HeartbeatDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'log' | 'settings'>;

interface Watcher {
  readonly url: string;
  /** Secret of Standard Webhooks. */
  readonly key: string;
}

const EVERY_MS = MINUTE_MS;
const DEADLINE_MS = 10 * SECOND_MS;
/** A watcher answers with a few words. */
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Reports to a watcher outside that jobs run and the database answers: an installation that is down cannot send its own alarms. Without a
 * database nothing is sent.
 */
export async function sendHeartbeat({ db, clock, random, log, settings }: HeartbeatDeps, { url, key }: Watcher): Promise<void> {
  const alarms = await readOpen(db);
  const at = clock.now();
  const body = JSON.stringify({
    type: 'shop.heartbeat',
    timestamp: toRfc3339(at),
    data: { shop: settings.publicUrl, open_alarms: alarms.open, oldest_alarm_at: alarms.oldest && toRfc3339(alarms.oldest.getTime()) },
  });
  const headers = { 'content-type': 'application/json', ...webhookHeaders([key], { id: random.uuid(), at, body }) };
  try {
    const { status } = await callOutside({ url, method: 'POST', headers, body, deadlineMs: DEADLINE_MS, maxBytes: MAX_ANSWER_BYTES });
    if (status >= 300) log.warn({ status }, 'heartbeat_refused');
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    // The next one is a minute later; the URL may hold a secret
    log.warn({ reason: error.reason }, 'heartbeat_not_sent');
  }
}

export const heartbeatJob = (deps: Deps, watcher: Watcher): void =>
  deps.queue.every('heartbeat', EVERY_MS, () => sendHeartbeat(deps, watcher));
