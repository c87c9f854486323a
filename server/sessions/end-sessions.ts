import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import type { ServerEvent, Visitor } from '#server/platform/http/route.ts';
import type { Live } from '#server/platform/live.ts';
import { type NotifyUser, recordSecurityEvent } from './record-security-event.ts';
import { deleteOtherSessions, keepOnlyDevice } from './store.ts';
import { findSignedIn, type SignedInVisitor } from './visitor.ts';

/** The payload is the id of a user some of whose sessions have ended. */
export const SESSIONS_CHANNEL = 'sessions_ended';

export interface SessionEndDeps {
  readonly live: Pick<Live, 'hint'>;
}

/** Makes long-lived connections of the user check again whether the user is still signed in. */
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

/** Sessions also end by idle time and age, and a hint can be lost with its process. */
const CHECK_INTERVAL_MS = MINUTE_MS;
/** After a database error the check is repeated. Connections are not ended. */
const RETRY_MS = 5 * SECOND_MS;

type WatchDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'live'>;

/** An open connection of a signed-in visitor. */
interface Connection {
  readonly visitor: SignedInVisitor;
  readonly end: () => void;
}

/** The open connections of a process: one subscription, one timer, and one statement for each check. */
function createSessionWatch(deps: WatchDeps) {
  const connections = new Set<Connection>();
  let stop: (() => void) | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function check(checked: readonly Connection[]): Promise<void> {
    if (checked.length === 0) return;
    const sessionIds = new Set(checked.map(({ visitor }) => visitor.sessionId));
    const signedIn = await findSignedIn(deps, [...sessionIds]).catch(() => undefined);
    if (signedIn === undefined) return retryAll();
    for (const { visitor, end } of checked) {
      const current = signedIn.get(visitor.sessionId);
      if (current?.userId !== visitor.userId || current.role !== visitor.role) end();
    }
  }
  const checkAll = () => void check([...connections]);
  function retryAll(): void {
    clearTimeout(retry);
    retry = setTimeout(checkAll, RETRY_MS).unref();
  }
  function start(): () => void {
    const checkUser = (userId: string) => void check([...connections].filter(({ visitor }) => visitor.userId === userId));
    const unsubscribe = deps.live.subscribe(SESSIONS_CHANNEL, checkUser);
    const timer = setInterval(checkAll, CHECK_INTERVAL_MS).unref();
    return () => {
      unsubscribe();
      clearInterval(timer);
      clearTimeout(retry);
    };
  }
  return {
    add(connection: Connection): void {
      connections.add(connection);
      stop ??= start();
    },
    delete(connection: Connection): void {
      connections.delete(connection);
      if (connections.size > 0) return;
      stop?.();
      stop = undefined;
    },
  };
}

/** By the one `live` of a process, as several modules have such connections. */
const watches = new WeakMap<object, ReturnType<typeof createSessionWatch>>();

function watchOf(deps: WatchDeps): ReturnType<typeof createSessionWatch> {
  const watch = watches.get(deps.live) ?? createSessionWatch(deps);
  watches.set(deps.live, watch);
  return watch;
}

/**
 * Returns a signal that aborts once the user is signed out, disabled, idle too long or has another role: within a second, or a minute if
 * the hint is lost. `signal` ends the watch.
 */
export function untilSignedOut(deps: WatchDeps, visitor: SignedInVisitor, signal: AbortSignal): AbortSignal {
  const signedOut = new AbortController();
  const ended = AbortSignal.any([signal, signedOut.signal]);
  // The client may have left already
  if (ended.aborted) return ended;
  const connection = { visitor, end: () => signedOut.abort() };
  const watch = watchOf(deps);
  watch.add(connection);
  ended.addEventListener('abort', () => watch.delete(connection), { once: true });
  return ended;
}

/** A stream that ends when its user is signed out. A guest's stream ends with the connection. The watch begins with the first read. */
export function whileSignedIn(
  deps: WatchDeps,
  { visitor, signal }: { readonly visitor: Visitor; readonly signal: AbortSignal },
  events: (signal: AbortSignal) => AsyncIterable<ServerEvent>,
): AsyncIterable<ServerEvent> {
  if (visitor.kind !== 'user') return events(signal);
  return { [Symbol.asyncIterator]: () => events(untilSignedOut(deps, visitor, signal))[Symbol.asyncIterator]() };
}

/** For this long a browser is informed that its session ended because the address was verified. */
const NOTICE_MS = 3 * DAY_MS;

interface EmailVerification {
  readonly userId: string;
  /** Hash of the device token of the browser that verified the address. */
  readonly deviceHash: Buffer;
  readonly now: Instant;
}

/**
 * Stores the sessions that the verification of an address ends, so that their browsers can show why.
 * - Every other browser of the account then counts as new.
 * - So a sign-in with the old password is reported to the verified address.
 */
export async function recordSessionsEndedByVerification(tx: Tx, { userId, deviceHash, now }: EmailVerification): Promise<void> {
  await tx.run(sql`
    insert into ended_sessions (token_hash, user_id, ended_at)
    select token_hash, user_id, ${new Date(now)} from sessions where user_id = ${userId}
    on conflict (token_hash) do nothing`);
  await keepOnlyDevice(tx, { userId, deviceHash, now });
}

const EndedRow = rowType({ email: col.nullable(col.text) });

/**
 * The session of a token that the verification of an address ended; undefined if there is none. The e-mail is null for an account opened
 * with an order's key only, whose owner never saw it.
 */
export const findSessionEndedByVerification = (
  db: Queryable,
  tokenHash: Buffer,
  now: Instant,
): Promise<RowOf<typeof EndedRow> | undefined> =>
  db.maybe(
    EndedRow,
    sql`
    select case when u.is_email_masked then null else u.email end as email from ended_sessions e join users u on u.id = e.user_id
    where e.token_hash = ${tokenHash} and e.ended_at > ${new Date(now - NOTICE_MS)} and u.disabled_at is null`,
  );

export const deleteOldEndedSessions = (db: Queryable, now: Instant): Promise<number> =>
  db.run(sql`delete from ended_sessions where ended_at <= ${new Date(now - NOTICE_MS)}`);

/**
 * Injected, because these modules come later in the module order. Returns whether there was anything to end:
 * - API keys that were created or got a new secret since a moment are revoked;
 * - all webhooks are paused, as their addresses may have been changed.
 */
export type RevokeApiAccess = (tx: Tx, scope: { readonly userId: string; readonly since: Instant }) => Promise<boolean>;

export type ApiAccessDeps = Pick<Deps, 'random' | 'clock'> & { readonly notifyUser: NotifyUser; readonly revokeApiAccess: RevokeApiAccess };

/** Ends API access that an intruder may have set up, and notifies the account's owner (decision 0084). */
export async function cutOffApiAccess(
  deps: ApiAccessDeps,
  tx: Tx,
  scope: { readonly userId: string; readonly since: Instant },
): Promise<void> {
  if (!(await deps.revokeApiAccess(tx, scope))) return;
  await recordSecurityEvent(deps, tx, { userId: scope.userId, topic: 'programs_cut_off', ip: null, device: null });
}
