import type { Order } from '#core/order/order.ts';
import type { MoveDeps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { endsTransaction } from '#server/platform/db/pool.ts';
import type { Moved, React, ReactionWith, Touched } from './moved.ts';

export type { MoveDeps } from '#server/deps.ts';
export type { Moved, Touched } from './moved.ts';

/** What somebody does about an order's life (`ReactionWith`). */
export type Reaction = ReactionWith<MoveDeps>;

async function runAlone<Told extends Moved | Touched>(
  deps: MoveDeps,
  tx: Tx,
  told: Told,
  { name, concerns, whenFailed, react }: Pick<Reaction, 'name' | 'concerns' | 'whenFailed'> & { readonly react: React<MoveDeps, Told> },
) {
  if (concerns !== undefined && !(await concerns(tx, told))) return undefined;
  try {
    return await tx.nested(async () => await react(deps, tx, told));
  } catch (error) {
    if (endsTransaction(error)) throw error;
    deps.log.error({ error, reaction: name, order_id: told.order.id }, 'reaction_failed');
    await whenFailed?.(tx, told);
    return undefined;
  }
}

/** Tells everybody who wants to know of a move, in the order of the list; gives the order as it then is. */
export async function reactToMove(deps: MoveDeps, tx: Tx, moved: Omit<Moved, 'order'>): Promise<Order> {
  let order = moved.after;
  for (const reaction of deps.reactions) {
    const { onMoved } = reaction;
    if (!onMoved) continue;
    const told: Moved = { ...moved, order };
    order = (await (reaction.mayFail ? runAlone(deps, tx, told, { ...reaction, react: onMoved }) : onMoved(deps, tx, told))) ?? order;
  }
  return order;
}

/** The same for a change that was no move. */
export async function reactToTouch(deps: MoveDeps, tx: Tx, touched: Omit<Touched, 'order'>): Promise<Order> {
  let order = touched.after;
  for (const reaction of deps.reactions) {
    const { onTouched } = reaction;
    if (!onTouched) continue;
    const told: Touched = { ...touched, order };
    order = (await (reaction.mayFail ? runAlone(deps, tx, told, { ...reaction, react: onTouched }) : onTouched(deps, tx, told))) ?? order;
  }
  return order;
}
