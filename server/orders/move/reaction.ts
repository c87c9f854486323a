import sql from 'sql-template-tag';
import type { Actor, MoveName } from '#core/order/lifecycle.ts';
import type { Order } from '#core/order/order.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';

/** What every change of an order may ask for, its reactions included. */
export type MoveDeps = Pick<Deps, 'random' | 'catalogue' | 'queue' | 'live' | 'clock' | 'quotes' | 'log' | 'reactions'>;

/** A move that was made and saved, as its reactions are told of it. */
export interface Moved {
  readonly move: MoveName;
  readonly by: Actor;
  /** Operator or user behind the move; null for the system and providers. */
  readonly actorId: string | null;
  /** Null where the move has made the order. */
  readonly before: Order | null;
  /** The order as this move has left it. */
  readonly after: Order;
  /** The order as it is now: a reaction that stands earlier may have moved it on. Whoever changes the order changes this one. */
  readonly order: Order;
}

/** A change that was no move: confirmations, amounts, a renewed offer. */
export type Touched = Pick<Moved, 'after' | 'order'> & { readonly before: Order };

/** Gives the order as it now is where it has changed it. */
type React<Told> = (deps: MoveDeps, tx: Tx, told: Told) => Promise<Order | undefined> | Promise<void>;

/** What somebody does about an order's life, in the transaction of the change: what throws takes the change back. */
export interface Reaction {
  readonly name: string;
  readonly onMoved?: React<Moved>;
  readonly onTouched?: React<Touched>;
  /** Never stops an order: what throws is undone alone and told in the log. For what nobody's money depends on. */
  readonly mayFail?: true;
}

async function runAlone<Told extends Moved | Touched>(
  deps: MoveDeps,
  tx: Tx,
  told: Told,
  { name, react }: { name: string; react: React<Told> },
) {
  await tx.run(sql`savepoint reaction`);
  try {
    const order = await react(deps, tx, told);
    await tx.run(sql`release savepoint reaction`);
    return order;
  } catch (error) {
    await tx.run(sql`rollback to savepoint reaction`);
    deps.log.error({ error, reaction: name, order_id: told.order.id }, 'reaction_failed');
    return undefined;
  }
}

/** Tells everybody who wants to know of a move, in the order of the list; gives the order as it then is. */
export async function reactToMove(deps: MoveDeps, tx: Tx, moved: Omit<Moved, 'order'>): Promise<Order> {
  let order = moved.after;
  for (const { name, onMoved, mayFail } of deps.reactions) {
    if (!onMoved) continue;
    const told: Moved = { ...moved, order };
    order = (await (mayFail ? runAlone(deps, tx, told, { name, react: onMoved }) : onMoved(deps, tx, told))) ?? order;
  }
  return order;
}

/** The same for a change that was no move. */
export async function reactToTouch(deps: MoveDeps, tx: Tx, touched: Omit<Touched, 'order'>): Promise<Order> {
  let order = touched.after;
  for (const { name, onTouched, mayFail } of deps.reactions) {
    if (!onTouched) continue;
    const told: Touched = { ...touched, order };
    order = (await (mayFail ? runAlone(deps, tx, told, { name, react: onTouched }) : onTouched(deps, tx, told))) ?? order;
  }
  return order;
}
