import { SECURITY_TOPICS, type SecurityTopic } from '#core/security-event.ts';
import type { Deps } from '#server/deps.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { findFirstEvent, findFirstOf, findSecurityEvent, insertSecurityEvent, type SecurityEventRow } from './store.ts';

/** Who is to be told of something at the door of his account. */
export interface SecurityNews {
  readonly eventId: string;
  readonly userId: string;
  readonly topic: SecurityTopic;
}

/** Given at assembly: the letters stand further down the street. */
export type TellPerson = (tx: Tx, news: SecurityNews) => Promise<void>;

export interface Noted {
  readonly userId: string | null;
  readonly topic: SecurityTopic;
  readonly ip: string | null;
  /** What the browser says of itself. */
  readonly device: string | null;
  /** The session that began with it. */
  readonly sessionHash?: Buffer;
}

/** Writes down what happened at the door of an account, and tells its owner what he should know. */
export async function noteSecurityEvent(
  deps: Pick<Deps, 'random' | 'clock'> & { readonly tell: TellPerson },
  tx: Tx,
  { userId, topic, ip, device, sessionHash }: Noted,
): Promise<void> {
  const id = deps.random.uuid();
  await insertSecurityEvent(tx, { id, userId, at: deps.clock.now(), topic, ip, device, sessionHash: sessionHash ?? null });
  if (userId !== null && SECURITY_TOPICS[topic].isTold) await deps.tell(tx, { eventId: id, userId, topic });
}

/** One line of somebody's door, as letters tell it. */
export interface ReadEvent {
  readonly userId: string;
  readonly at: Instant;
  readonly ip: string | null;
  readonly device: string | null;
}

const readEvent = (row: SecurityEventRow | undefined): ReadEvent | undefined =>
  row?.user_id == null ? undefined : { userId: row.user_id, at: row.at.getTime(), ip: row.ip, device: row.device };

/** Undefined when it is forgotten, or nobody's. */
export const readSecurityEvent = async (db: Queryable, id: string): Promise<ReadEvent | undefined> =>
  readEvent(await findSecurityEvent(db, id));

/** When, from where and with which browser an account was opened; undefined when it is forgotten. */
export const readSignUp = async (db: Queryable, userId: string): Promise<ReadEvent | undefined> =>
  readEvent(await findFirstOf(db, userId, 'signed_up'));

/** When something first happened at somebody's door since a moment; undefined: not since then. */
export const whenFirst = (
  db: Queryable,
  userId: string,
  of: { readonly topic: SecurityTopic; readonly since: Instant },
): Promise<Instant | undefined> => findFirstEvent(db, userId, of);
