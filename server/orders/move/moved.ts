import type { Actor, MoveName } from '#core/order/lifecycle.ts';
import type { Order } from '#core/order/order.ts';
import type { TouchName } from '#core/order/touch.ts';
import type { Tx } from '#server/platform/db/db.ts';

/** What came with the request that made an order. No reaction keeps it as it is. */
export interface Origin {
  /** The `Cookie` header. */
  readonly cookies: string | undefined;
  /** SHA-256 of the browser's own key, in hex. */
  readonly device: string | undefined;
}

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
  /** Told with the move that makes the order, where a request asked for it. */
  readonly origin?: Origin | undefined;
}

/** A change that was no move: confirmations, amounts, a renewed offer. */
export type Touched = Pick<Moved, 'after' | 'order'> & { readonly touch: TouchName; readonly before: Order };

/** Gives the order as it now is where it has changed it. */
export type React<D, Told> = (deps: D, tx: Tx, told: Told) => Promise<Order | undefined> | Promise<void>;

/** What somebody does about an order's life, in the transaction of the change: what throws takes the change back. */
export interface ReactionWith<D> {
  readonly name: string;
  /** Whether there is anything to do for this order; asked before the savepoint of a reaction that may fail. */
  readonly concerns?: (tx: Tx, told: Moved | Touched) => Promise<boolean>;
  readonly onMoved?: React<D, Moved>;
  readonly onTouched?: React<D, Touched>;
  /** Never stops an order: what throws is undone alone and told in the log. For what nobody's money depends on. */
  readonly mayFail?: true;
  /** Written in its place where it has failed, for somebody to make good later; plain enough to stand. */
  readonly whenFailed?: (tx: Tx, told: Moved | Touched) => Promise<void>;
}
