import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Live } from '#server/platform/live.ts';
import type { ServerEvent, Visitor } from '#server/platform/http/route.ts';
import { hashOfId } from './caller.ts';
import { isSameVisitor } from './resolve-visitor.ts';
import { deleteOtherSessions } from './store.ts';

/** Told with the id of a person some of whose sessions have ended. */
export const SESSIONS_CHANNEL = 'sessions_ended';

/** Who tells of it. */
export interface Telling {
  readonly live: Pick<Live, 'hint'>;
}

/** Whoever has something open that lives longer than a call looks again whether he is still signed in. */
export const tellSessionsEnded = ({ live }: Telling, tx: Tx, userId: string): void => live.hint(tx, SESSIONS_CHANNEL, userId);

/** Signs a person out everywhere. */
export async function endSessionsOf(deps: Telling, tx: Tx, userId: string): Promise<number> {
  tellSessionsEnded(deps, tx, userId);
  return await deleteOtherSessions(tx, userId, null);
}

/** Signs a person out everywhere but in one session. */
export async function endSessionsBeside(deps: Telling, tx: Tx, userId: string, kept: Buffer): Promise<number> {
  tellSessionsEnded(deps, tx, userId);
  return await deleteOtherSessions(tx, userId, kept);
}

type SignedIn = Extract<Visitor, { kind: 'user' }>;

/** A session also ends by rest and by its age, and a hint can be lost with its process. */
const LOOK_EVERY_MS = MINUTE_MS;
/** The database is away: asked again soon, and not given up for it. */
const ASK_AGAIN_MS = 5 * SECOND_MS;

/**
 * Aborts what one person has open once he is signed out, kept out, given another role or has rested too long: within a second of the
 * deed on every process, and by itself within a minute. `signal` ends the watch with what it watches.
 */
export function untilSignedOut(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'live'>,
  visitor: SignedIn,
  signal: AbortSignal,
): AbortSignal {
  const over = new AbortController();
  const look = async () => {
    const isStill = await isSameVisitor(deps, visitor, hashOfId(visitor.sessionId)).catch(() => undefined);
    if (isStill === false) over.abort();
    else if (isStill === undefined) setTimeout(() => void look(), ASK_AGAIN_MS).unref();
  };
  const stop = deps.live.subscribe(SESSIONS_CHANNEL, (userId) => void (userId === visitor.userId && look()));
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  const both = AbortSignal.any([signal, over.signal]);
  both.addEventListener(
    'abort',
    () => {
      stop();
      clearInterval(timer);
    },
    { once: true },
  );
  return both;
}

/** A stream of somebody who is signed in, for as long as he is; of anybody else until he goes away. Watched only once it is read. */
export async function* whileSignedIn(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'live'>,
  { visitor, signal }: { readonly visitor: Visitor; readonly signal: AbortSignal },
  events: (signal: AbortSignal) => AsyncIterable<ServerEvent>,
): AsyncGenerator<ServerEvent> {
  yield* events(visitor.kind === 'user' ? untilSignedOut(deps, visitor, signal) : signal);
}
