import { SECOND_MS } from '#core/time.ts';
import { ANSWER_MS, type Answer, FAILING_MS, fateOf, isTaken } from '#core/webhooks/delivery.ts';
import { PING } from '#core/webhooks/topic.ts';
import type { Deps } from '#server/deps.ts';
import { callPublic, PublicCallError, type Resolve } from '#server/platform/call-public.ts';
import { markFailing, markTaken, resumeAfterCheck } from './endpoint-store.ts';
import * as store from './line-store.ts';
import { pauseByItself } from './pause-by-itself.ts';
import { retryAfterOf } from './retry-after.ts';
import { webhookHeaders } from './sign-webhook.ts';
import { checkWebhookUrl, isAllowedHost } from './webhook-url.ts';

export type SendDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secrets' | 'log' | 'live' | 'settings'> & {
  /** Asks for the addresses of a name; the name servers, where nothing else is given. */
  readonly resolve?: Resolve;
};

/** Longer than an attempt can take, so that nobody else begins while one goes on; a process that dies keeps its lines no longer. */
export const CLAIM_MS = ANSWER_MS + 20 * SECOND_MS;
/** Events of one line in the same hands, before others are looked at. */
const IN_A_ROW = 20;
/** Of an answer so much is read, and so much is kept for its owner to see. */
const [READ_BYTES, KEPT_CHARS] = [4096, 1024];

interface Tried {
  readonly answer: Answer;
  readonly text: string;
  readonly ms: number;
}

/** What may be kept of an answer: text without what a database or a page cannot hold. */
const keptText = (body: Buffer): string =>
  body
    .toString('utf8')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .slice(0, KEPT_CHARS);

async function attempt(deps: SendDeps, head: store.Head): Promise<Tried> {
  const { webhookHosts = [], publicUrl } = deps.settings;
  const startedAt = performance.now();
  const msSince = () => Math.round(performance.now() - startedAt);
  // What was allowed when it was saved may not be any more
  const checked = checkWebhookUrl(head.url, { allowedHosts: webhookHosts, ownHost: new URL(publicUrl).hostname });
  if (!checked.ok) return { answer: { status: null, error: 'forbidden_address' }, text: '', ms: msSince() };
  const secrets = [head.secret_sealed, ...(head.former_secret_sealed === null ? [] : [head.former_secret_sealed])];
  const signed = webhookHeaders(
    secrets.map((sealed) => deps.secrets.unseal(sealed)),
    { id: head.event_id, at: deps.clock.now(), body: head.body },
  );
  try {
    const got = await callPublic(
      {
        url: checked.url,
        headers: { ...signed, 'content-type': 'application/json', 'user-agent': 'Razmen-Webhooks/1', accept: '*/*' },
        body: head.body,
        deadlineMs: ANSWER_MS,
        maxBytes: READ_BYTES,
      },
      {
        isTrusted: isAllowedHost(checked.url, webhookHosts),
        ...(deps.resolve === undefined ? {} : { resolve: deps.resolve }),
      },
    );
    const askedWaitMs = retryAfterOf(got.retryAfter, deps.clock.now());
    return { answer: { status: got.status, askedWaitMs }, text: keptText(got.body), ms: msSince() };
  } catch (error) {
    if (!(error instanceof PublicCallError)) throw error;
    return { answer: { status: null, error: error.reason }, text: '', ms: msSince() };
  }
}

/** Writes down what came of it; undefined: these hands let the line go. */
async function settle(
  deps: SendDeps,
  claimed: store.Claimed,
  { head, tried, at }: { readonly head: store.Head; readonly tried: Tried; readonly at: number },
): Promise<store.Claimed | undefined> {
  const { answer } = tried;
  return await deps.db.tx(async (tx) => {
    // Whoever has the line now sends the event again, under the same id
    if (!(await store.holdLine(tx, claimed))) return undefined;
    const now = deps.clock.now();
    const chance = (deps.random.bytes(1)[0] ?? 128) / 255;
    const fate = fateOf(answer, { attempts: head.attempts + 1, endsAt: head.ends_at.getTime(), now, chance });
    await store.recordAttempt(tx, {
      deliveryId: head.id,
      at,
      ms: tried.ms,
      status: answer.status,
      error: answer.status === null ? answer.error : null,
      answer: tried.text,
      state: fate.state,
      settledAt: fate.state === 'pending' ? null : now,
    });
    if (isTaken(answer)) {
      await markTaken(tx, claimed.endpointId, now);
      if (head.topic === PING) await resumeAfterCheck(tx, claimed.endpointId, now);
    } else {
      const since = await markFailing(tx, claimed.endpointId, now);
      if (fate.state === 'failed' && fate.isGone) await pauseByItself(deps, tx, { id: claimed.endpointId, by: 'gone' });
      else if (now - since >= FAILING_MS) await pauseByItself(deps, tx, { id: claimed.endpointId, by: 'failing' });
    }
    if (fate.state === 'pending') {
      await store.waitInLine(tx, claimed, fate.nextAt);
      return undefined;
    }
    const until = now + CLAIM_MS;
    return (await store.goOnInLine(tx, claimed, until)) ? { ...claimed, until } : undefined;
  });
}

/** Nothing waits here: the line is ended, or given back where its endpoint is paused. */
async function leave(deps: SendDeps, claimed: store.Claimed): Promise<void> {
  await deps.db.tx(async (tx) => {
    if (!(await store.holdLine(tx, claimed))) return;
    if (await store.goOnInLine(tx, claimed, claimed.until)) await store.giveBack(tx, claimed);
  });
}

/**
 * Sends what waits in a claimed line, one event after the other, until one is not taken. The claim is renewed with every event: this
 * process dying in between sends one of them again, under the same id, and never two at once.
 */
export async function sendLine(deps: SendDeps, first: store.Claimed): Promise<number> {
  let claimed: store.Claimed = first;
  for (let sent = 0; ; sent += 1) {
    const head = await store.findHead(deps.db, claimed, deps.clock.now());
    if (head === undefined) {
      await leave(deps, claimed);
      return sent;
    }
    if (sent === IN_A_ROW) {
      await store.giveBack(deps.db, claimed);
      return sent;
    }
    const at = deps.clock.now();
    const next = await settle(deps, claimed, { head, tried: await attempt(deps, head), at });
    if (next === undefined) return sent + 1;
    claimed = next;
  }
}
