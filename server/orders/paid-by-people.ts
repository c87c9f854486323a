import type { Order } from '#core/order/order.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { orderSides } from './order-assets.ts';

type PeopleDeps = Pick<Deps, 'catalogue' | 'rails'>;

/** The rail that this order is paid out on is people's. */
export const isPeoplesRail = ({ catalogue, rails }: PeopleDeps, order: Order): boolean =>
  rails.get(orderSides(catalogue, order).outcome.rail)?.capabilities.peopleReport === true;

/** Since when a person has its payout to pay it by hand; undefined: nobody has taken it from the machine. */
export const takenByHand = async (
  { orderFacts }: Pick<Deps, 'orderFacts'>,
  db: Queryable,
  { id, status }: Pick<Order, 'id' | 'status'>,
): Promise<Instant | undefined> => (status === 'payout_sent' ? await orderFacts.findTakenByHand(db, id) : undefined);

/** A payout that counts as sent waits for a person: nothing has left before an operator says so. */
export const waitsForPeople = async (deps: PeopleDeps & Pick<Deps, 'orderFacts'>, db: Queryable, order: Order): Promise<boolean> =>
  order.status === 'payout_sent' && (isPeoplesRail(deps, order) || (await takenByHand(deps, db, order)) !== undefined);
