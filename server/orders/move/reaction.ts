import type { Order } from '#core/order/order.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { endsTransaction } from '#server/platform/db/pool.ts';
import type { OrderMoved, ReactionHandler, ReactionOf, OrderTouched } from './order-change.ts';

/** A reaction to changes of orders (`ReactionOf`). */
export type Reaction = ReactionOf<MoveDeps>;

async function runInSavepoint<Change extends OrderMoved | OrderTouched>(
  deps: MoveDeps,
  tx: Tx,
  change: Change,
  {
    name,
    appliesTo,
    onFailure,
    handler,
  }: Pick<Reaction, 'name' | 'appliesTo' | 'onFailure'> & { readonly handler: ReactionHandler<MoveDeps, Change> },
) {
  if (appliesTo !== undefined && !(await appliesTo(tx, change))) return undefined;
  try {
    return await tx.nested(async () => await handler(deps, tx, change));
  } catch (error) {
    if (endsTransaction(error)) throw error;
    deps.log.error({ error, reaction: name, order_id: change.order.id }, 'reaction_failed');
    await onFailure?.(tx, change);
    return undefined;
  }
}

/** Runs the reactions to a move in list order; returns the order after them. */
export async function reactToMove(deps: MoveDeps, tx: Tx, moved: Omit<OrderMoved, 'order'>): Promise<Order> {
  let order = moved.after;
  for (const reaction of deps.reactions) {
    const { onMoved } = reaction;
    if (!onMoved) continue;
    const change: OrderMoved = { ...moved, order };
    order =
      (await (reaction.mayFail ? runInSavepoint(deps, tx, change, { ...reaction, handler: onMoved }) : onMoved(deps, tx, change))) ?? order;
  }
  return order;
}

/** Runs the reactions to a change that was not a move, in list order; returns the order after them. */
export async function reactToTouch(deps: MoveDeps, tx: Tx, touched: Omit<OrderTouched, 'order'>): Promise<Order> {
  let order = touched.after;
  for (const reaction of deps.reactions) {
    const { onTouched } = reaction;
    if (!onTouched) continue;
    const change: OrderTouched = { ...touched, order };
    order =
      (await (reaction.mayFail ? runInSavepoint(deps, tx, change, { ...reaction, handler: onTouched }) : onTouched(deps, tx, change))) ??
      order;
  }
  return order;
}
