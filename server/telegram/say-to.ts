import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { dropUnsent, insertMessage, type KeptBotFile } from './message-store.ts';

interface Saying {
  readonly chat: string;
  readonly text: string;
  readonly id?: string;
  readonly file?: KeptBotFile | null;
}

/** Says something in a chat: plain text with a file where one goes along, sent within a second after the transaction, in order for each chat. The same id is said once. */
export const sayTo = async (
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  { chat, text, id = deps.random.uuid(), file = null }: Saying,
): Promise<void> => void (await insertMessage(tx, { id, chat, body: text, file, now: deps.clock.now() }));

/** What was not sent yet is not said any more. */
export const unsay = async (tx: Tx, id: string): Promise<void> => void (await dropUnsent(tx, id));
