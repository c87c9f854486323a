import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { ThreadRow } from './store.ts';

/** A thread changed. Payload: `<thread> <order or ->`; receivers read the current state. */
export const CHAT_CHANNEL = 'chat_changed';

export const publishChatChanged = (
  { live }: Pick<Deps, 'live'>,
  tx: Tx,
  { id, order_id: orderId }: Pick<ThreadRow, 'id' | 'order_id'>,
): void => live.hint(tx, CHAT_CHANNEL, `${id} ${orderId ?? '-'}`);
