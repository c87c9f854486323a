import { SECURITY_TOPICS, type SecurityTopic } from '#core/security/security-event.ts';
import type { Deps } from '#server/deps.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { findFirstEventAt, findFirstEventRow, findSecurityEvent, insertSecurityEvent, type SecurityEventRow } from './store.ts';

/** A security event that the account's owner is notified of. */
export interface SecurityNotification {
  readonly eventId: string;
  readonly userId: string;
  readonly topic: SecurityTopic;
}

/** Injected, because mails come later in the module order. */
export type NotifyUser = (tx: Tx, notification: SecurityNotification) => Promise<void>;

export interface SecurityEventInput {
  readonly userId: string | null;
  readonly topic: SecurityTopic;
  readonly ip: string | null;
  /** The User-Agent. */
  readonly device: string | null;
  /** The session that began with the event. */
  readonly sessionHash?: Buffer;
}

/** Records a security event of an account, and notifies its owner where the topic requires. */
export async function recordSecurityEvent(
  deps: Pick<Deps, 'random' | 'clock'> & { readonly notifyUser: NotifyUser },
  tx: Tx,
  { userId, topic, ip, device, sessionHash }: SecurityEventInput,
): Promise<void> {
  const id = deps.random.uuid();
  await insertSecurityEvent(tx, { id, userId, at: deps.clock.now(), topic, ip, device, sessionHash: sessionHash ?? null });
  if (userId !== null && SECURITY_TOPICS[topic].sendsMail) await deps.notifyUser(tx, { eventId: id, userId, topic });
}

/** A security event, for mails. */
export interface SecurityEventSource {
  readonly userId: string;
  readonly at: Instant;
  readonly ip: string | null;
  readonly device: string | null;
}

const sourceOf = (row: SecurityEventRow | undefined): SecurityEventSource | undefined =>
  row?.user_id == null ? undefined : { userId: row.user_id, at: row.at.getTime(), ip: row.ip, device: row.device };

/** Undefined if the event is deleted or belongs to no account. */
export const readSecurityEvent = async (db: Queryable, id: string): Promise<SecurityEventSource | undefined> =>
  sourceOf(await findSecurityEvent(db, id));

/** When, from where and with which browser an account was opened. Undefined once the event is deleted. */
export const readSignUp = async (db: Queryable, userId: string): Promise<SecurityEventSource | undefined> =>
  sourceOf(await findFirstEventRow(db, userId, 'signed_up'));

/** The time of the first event of a topic since a moment. Undefined if there is none. */
export const firstEventAt = (
  db: Queryable,
  userId: string,
  filter: { readonly topic: SecurityTopic; readonly since: Instant },
): Promise<Instant | undefined> => findFirstEventAt(db, userId, filter);
