import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { ThreadRow } from './store.ts';

/** Told of whatever changes in a talk; payload `<thread> <order or ->`. A hint: what is true is read. */
export const CHAT_CHANNEL = 'chat_changed';

export const tellChanged = ({ live }: Pick<Deps, 'live'>, tx: Tx, { id, order_id: orderId }: Pick<ThreadRow, 'id' | 'order_id'>): void =>
  live.hint(tx, CHAT_CHANNEL, `${id} ${orderId ?? '-'}`);
