import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { deleteUnsent, insertMessage, type OutgoingFile } from './message-store.ts';

interface OutgoingText {
  readonly chat: string;
  readonly text: string;
  readonly id?: string;
  readonly file?: OutgoingFile | null;
}

/**
 * Queues a message to a chat: plain text, optionally with a file. Sent after the transaction, in order per chat; the same id is sent once.
 */
export const sendToChat = async (
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  { chat, text, id = deps.random.uuid(), file = null }: OutgoingText,
): Promise<void> => void (await insertMessage(tx, { id, chat, body: text, file, now: deps.clock.now() }));

/** Cancels a message that is not sent yet. */
export const cancelMessage = async (tx: Tx, id: string): Promise<void> => void (await deleteUnsent(tx, id));
