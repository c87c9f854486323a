import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#core/time.ts';
import { type AttemptResponse, FAILING_MS, isAccepted, nextDeliveryState, RESPONSE_TIMEOUT_MS } from '#core/webhooks/delivery.ts';
import { PING } from '#core/webhooks/webhook.ts';
import type { Deps } from '#server/deps.ts';
import { callPublic, PublicCallError, type Resolve } from '#server/platform/call-public.ts';
import { logFailure } from '#server/platform/db/unavailable.ts';
import { MORE } from '#server/platform/queue/queue.ts';
import { webhookHeaders } from '#server/platform/standard-webhook.ts';
import { markAccepting, markFailing, resumeAfterCheck } from './endpoint-store.ts';
import { pauseAutomatically } from './endpoint-emails.ts';
import * as store from './queue-store.ts';
import { claimQueues } from './queue-store.ts';
import { checkWebhookUrl, isAllowedHost, parseRetryAfterMs } from './webhook-request.ts';

export type SendDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secrets' | 'log' | 'live' | 'settings'> & {
  /** Resolves a host name; by default with DNS. */
  readonly resolve?: Resolve;
};

/** Longer than an attempt can take, so that no other process sends the same event. After a crash the claim expires. */
export const CLAIM_MS = RESPONSE_TIMEOUT_MS + 20 * SECOND_MS;
/** Events of one queue sent under one claim, before other queues get their turn. */
const MAX_PER_CLAIM = 20;
/** Bytes of a response that are read, and characters that are stored for the owner. */
const [READ_BYTES, STORED_CHARS] = [4096, 1024];

interface AttemptResult {
  readonly answer: AttemptResponse;
  /** The beginning of the response. */
  readonly text: string;
  readonly ms: number;
}

/** Response text without characters that a database or page cannot hold. */
const storableText = (body: Buffer): string =>
  body
    .toString('utf8')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .slice(0, STORED_CHARS);

async function send(deps: SendDeps, event: store.PendingEvent): Promise<AttemptResult> {
  const { webhookHosts = [], publicUrl } = deps.settings;
  const startedAt = performance.now();
  const msSince = () => Math.round(performance.now() - startedAt);
  // A URL that was allowed when saved may no longer be
  const checked = checkWebhookUrl(event.url, { allowedHosts: webhookHosts, ownHost: new URL(publicUrl).hostname });
  if (!checked.ok) return { answer: { status: null, error: 'forbidden_address' }, text: '', ms: msSince() };
  const secrets = [event.secret_sealed, ...(event.former_secret_sealed === null ? [] : [event.former_secret_sealed])];
  const signedHeaders = webhookHeaders(
    secrets.map((sealed) => deps.secrets.unseal(sealed)),
    { id: event.event_id, at: deps.clock.now(), body: event.body },
  );
  try {
    const response = await callPublic(
      {
        url: checked.url,
        headers: { ...signedHeaders, 'content-type': 'application/json', 'user-agent': 'Razmen-Webhooks/1', accept: '*/*' },
        body: event.body,
        deadlineMs: RESPONSE_TIMEOUT_MS,
        maxBytes: READ_BYTES,
      },
      {
        isTrusted: isAllowedHost(checked.url, webhookHosts),
        ...(deps.resolve === undefined ? {} : { resolve: deps.resolve }),
      },
    );
    const requestedWaitMs = parseRetryAfterMs(response.retryAfter, deps.clock.now());
    return { answer: { status: response.status, requestedWaitMs }, text: storableText(response.body), ms: msSince() };
  } catch (error) {
    if (!(error instanceof PublicCallError)) throw error;
    return { answer: { status: null, error: error.reason }, text: '', ms: msSince() };
  }
}

/** Stores the result of an attempt; undefined: this process no longer holds the claim. */
async function recordResult(
  deps: SendDeps,
  claim: store.ClaimedQueue,
  { event, result, at }: { readonly event: store.PendingEvent; readonly result: AttemptResult; readonly at: number },
): Promise<store.ClaimedQueue | undefined> {
  const { answer } = result;
  return await deps.db.tx(async (tx) => {
    // Another process that holds the claim sends the event again, with the same id
    if (!(await store.lockClaim(tx, claim))) return undefined;
    const now = deps.clock.now();
    const jitter = (deps.random.bytes(1)[0] ?? 128) / 255;
    const outcome = nextDeliveryState(answer, { attempts: event.attempts + 1, endsAt: event.ends_at.getTime(), now, random: jitter });
    await store.recordAttempt(tx, {
      deliveryId: event.id,
      at,
      ms: result.ms,
      status: answer.status,
      error: answer.status === null ? answer.error : null,
      answer: result.text,
      state: outcome.state,
      settledAt: outcome.state === 'pending' ? null : now,
    });
    if (isAccepted(answer)) {
      await markAccepting(tx, claim.endpointId, now);
      if (event.topic === PING) await resumeAfterCheck(tx, claim.endpointId, now);
    } else {
      const since = await markFailing(tx, claim.endpointId, now);
      if (outcome.state === 'failed' && outcome.isGone) await pauseAutomatically(deps, tx, { id: claim.endpointId, by: 'gone' });
      else if (now - since >= FAILING_MS) await pauseAutomatically(deps, tx, { id: claim.endpointId, by: 'failing' });
    }
    if (outcome.state === 'pending') {
      await store.postpone(tx, claim, outcome.nextAt);
      return undefined;
    }
    const until = now + CLAIM_MS;
    return (await store.advance(tx, claim, until)) ? { ...claim, until } : undefined;
  });
}

/** Ends the claim of a queue without events: the queue is deleted, or released when its endpoint is paused. */
async function endClaim(deps: SendDeps, claim: store.ClaimedQueue): Promise<void> {
  await deps.db.tx(async (tx) => {
    if (!(await store.lockClaim(tx, claim))) return;
    if (await store.advance(tx, claim, claim.until)) await store.releaseClaim(tx, claim);
  });
}

/**
 * Sends a claimed queue's events in order until one is not accepted; returns the number sent. The claim is renewed per event: a crash
 * repeats at most one, with the same id.
 */
async function drainQueue(deps: SendDeps, initialClaim: store.ClaimedQueue): Promise<number> {
  let claim: store.ClaimedQueue = initialClaim;
  for (let sent = 0; ; sent += 1) {
    const event = await store.findNextEvent(deps.db, claim, deps.clock.now());
    if (event === undefined) {
      await endClaim(deps, claim);
      return sent;
    }
    if (sent === MAX_PER_CLAIM) {
      await store.releaseClaim(deps.db, claim);
      return sent;
    }
    const at = deps.clock.now();
    const renewedClaim = await recordResult(deps, claim, { event, result: await send(deps, event), at });
    if (renewedClaim === undefined) return sent + 1;
    claim = renewedClaim;
  }
}

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

  async function pass(): Promise<typeof MORE | undefined> {
    const endsAt = performance.now() + PASS_MS;
    while (performance.now() < endsAt) {
      if (running.size >= MAX_SENDING) await Promise.race([...running, sleep(PASS_MS)]);
      const now = deps.clock.now();
      const limit = MAX_SENDING - running.size;
      const claimed = limit > 0 ? await claimQueues(deps.db, { now, until: now + CLAIM_MS, limit, perEndpoint: PER_ENDPOINT }) : [];
      if (claimed.length === 0 && running.size === 0) return undefined;
      for (const claim of claimed) {
        const work = drainQueue(deps, claim)
          .then(() => undefined)
          // Its claim expires automatically, and an error in one queue does not stop the others
          .catch((error: unknown) => logFailure(deps.log, { error, endpoint: claim.endpointId }, 'webhook_failed'))
          .finally(() => running.delete(work));
        running.add(work);
      }
      if (claimed.length === 0) break;
      await Promise.race([...running, sleep(MAX_FINISH_MS)]);
    }
    if (running.size > 0) await Promise.race([Promise.all(running), sleep(MAX_FINISH_MS)]);
    return MORE;
  }
  return { pass };
}
