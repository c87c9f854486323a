import type { Order } from '#core/order/order.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { MoveDeps, Reaction } from './reaction.ts';

const notify = async (deps: MoveDeps, tx: Tx, { id, version }: Order): Promise<void> =>
  await deps.live.notify(tx, 'order_changed', `${id}:${version}`);

/** Whoever has the order open, its customer or an operator, sees the change at once. One that is only being made is open nowhere. */
export const SHOW_LIVE: Reaction = {
  name: 'show_live',
  onMoved: async (deps, tx, { before, after }) => {
    if (before !== null) await notify(deps, tx, after);
  },
  onTouched: async (deps, tx, { after }) => await notify(deps, tx, after),
};
