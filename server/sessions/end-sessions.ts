import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Live } from '#server/platform/live.ts';
import type { ServerEvent, Visitor } from '#server/platform/http/route.ts';
import { hashOfId } from './caller.ts';
import { isSameVisitor } from './resolve-visitor.ts';
import { deleteOtherSessions } from './store.ts';

/** Payload: the id of a user some of whose sessions have ended. */
export const SESSIONS_CHANNEL = 'sessions_ended';

export interface SessionEndDeps {
  readonly live: Pick<Live, 'hint'>;
}

/** Long-lived connections of the user check again whether they are still signed in. */
export const publishSessionsEnded = ({ live }: SessionEndDeps, tx: Tx, userId: string): void => live.hint(tx, SESSIONS_CHANNEL, userId);

/** Signs a user out everywhere. */
export async function endAllSessions(deps: SessionEndDeps, tx: Tx, userId: string): Promise<number> {
  publishSessionsEnded(deps, tx, userId);
  return await deleteOtherSessions(tx, userId, null);
}

/** Signs a user out everywhere except in one session. */
export async function endOtherSessions(deps: SessionEndDeps, tx: Tx, userId: string, keptTokenHash: Buffer): Promise<number> {
  publishSessionsEnded(deps, tx, userId);
  return await deleteOtherSessions(tx, userId, keptTokenHash);
}

type SignedIn = Extract<Visitor, { kind: 'user' }>;

/** Sessions also end by idle time and age, and a hint can be lost with its process. */
const CHECK_INTERVAL_MS = MINUTE_MS;
/** After a database error: check again soon instead of ending the connection. */
const RETRY_MS = 5 * SECOND_MS;

/**
 * Aborts what a user has open once the user is signed out, disabled, idle too long or has another role: within a second on every process,
 * within a minute without a hint. `signal` ends the watch.
 */
export function untilSignedOut(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'live'>,
  visitor: SignedIn,
  signal: AbortSignal,
): AbortSignal {
  const signedOut = new AbortController();
  const check = async () => {
    const isSame = await isSameVisitor(deps, visitor, hashOfId(visitor.sessionId)).catch(() => undefined);
    if (isSame === false) signedOut.abort();
    else if (isSame === undefined) setTimeout(() => void check(), RETRY_MS).unref();
  };
  const unsubscribe = deps.live.subscribe(SESSIONS_CHANNEL, (userId) => void (userId === visitor.userId && check()));
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS);
  timer.unref();
  const ended = AbortSignal.any([signal, signedOut.signal]);
  ended.addEventListener(
    'abort',
    () => {
      unsubscribe();
      clearInterval(timer);
    },
    { once: true },
  );
  return ended;
}

/** A stream for a signed-in user, until sign-out; for a guest, until the connection closes. The watch begins with the first read. */
export async function* whileSignedIn(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'live'>,
  { visitor, signal }: { readonly visitor: Visitor; readonly signal: AbortSignal },
  events: (signal: AbortSignal) => AsyncIterable<ServerEvent>,
): AsyncGenerator<ServerEvent> {
  yield* events(visitor.kind === 'user' ? untilSignedOut(deps, visitor, signal) : signal);
}
