import type { Order } from '#core/order/order.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { orderSides } from './order-assets.ts';

type PeopleDeps = Pick<Deps, 'catalogue' | 'rails'>;

/** Whether operators pay out on the order's outcome rail. */
export const isPaidByPeople = ({ catalogue, rails }: PeopleDeps, order: Order): boolean =>
  rails.get(orderSides(catalogue, order).outcome.rail)?.capabilities.isManual === true;

/** When an operator took the payout to pay it by hand; undefined: not taken. */
export const findTakenByHandAt = async (
  { orderFacts }: Pick<Deps, 'orderFacts'>,
  db: Queryable,
  { id, status }: Pick<Order, 'id' | 'status'>,
): Promise<Instant | undefined> => (status === 'payout_sent' ? await orderFacts.findTakenByHandAt(db, id) : undefined);

/** Whether a payout that counts as sent still waits for an operator to pay it and report that. */
export const waitsForPeople = async (deps: PeopleDeps & Pick<Deps, 'orderFacts'>, db: Queryable, order: Order): Promise<boolean> =>
  order.status === 'payout_sent' && (isPaidByPeople(deps, order) || (await findTakenByHandAt(deps, db, order)) !== undefined);
