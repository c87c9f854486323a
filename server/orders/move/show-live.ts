import type { Order } from '#core/order/order.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import type { Reaction } from './reaction.ts';

const notify = async (deps: MoveDeps, tx: Tx, { id, version }: Order): Promise<void> =>
  await deps.live.notify(tx, 'order_changed', `${id}:${version}`);

/** Notifies open pages of customers and operators. A new order has no open pages yet. */
export const SHOW_LIVE: Reaction = {
  name: 'show_live',
  phase: 'publish',
  onMoved: async (deps, tx, { before, after }) => {
    if (before !== null) await notify(deps, tx, after);
  },
  onTouched: async (deps, tx, { after }) => await notify(deps, tx, after),
};
