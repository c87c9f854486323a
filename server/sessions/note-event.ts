import { SECURITY_TOPICS, type SecurityTopic } from '#core/security-event.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { insertSecurityEvent } from './store.ts';

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
}

/** Writes down what happened at the door of an account, and tells its owner what he should know. */
export async function noteSecurityEvent(
  deps: Pick<Deps, 'random' | 'clock'> & { readonly tell: TellPerson },
  tx: Tx,
  { userId, topic, ip, device }: Noted,
): Promise<void> {
  const id = deps.random.uuid();
  await insertSecurityEvent(tx, { id, userId, at: deps.clock.now(), topic, ip, device });
  if (userId !== null && SECURITY_TOPICS[topic].isTold) await deps.tell(tx, { eventId: id, userId, topic });
}
