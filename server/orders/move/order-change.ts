import type { Actor } from '#core/lifecycle/state-machine.ts';
import type { MoveName } from '#core/order/lifecycle.ts';
import type { Order } from '#core/order/order.ts';
import type { TouchName } from '#core/order/touch.ts';
import type { Tx } from '#server/platform/db/db.ts';

/** Request data of an order's creation. Reactions must not store it as it is. */
export interface RequestOrigin {
  /** The `Cookie` header. */
  readonly cookies: string | undefined;
  /** SHA-256 of the browser's own key, in hex. */
  readonly device: string | undefined;
}

/** A saved move, as passed to reactions. */
export interface OrderMoved {
  readonly move: MoveName;
  readonly by: Actor;
  /** Operator or user behind the move; null for the system and providers. */
  readonly actorId: string | null;
  /** Null when the move created the order. */
  readonly before: Order | null;
  /** The order directly after this move. */
  readonly after: Order;
  /** The current order: an earlier reaction may have moved it again. Changes must start from this one. */
  readonly order: Order;
  /** Set when a request created the order. */
  readonly origin?: RequestOrigin | undefined;
}

/** A saved change that was not a move: confirmations, amounts, a renewed offer. */
export type OrderTouched = Pick<OrderMoved, 'after' | 'order'> & { readonly touch: TouchName; readonly before: Order };

/** Returns the order when the reaction has changed it. */
export type ReactionHandler<D, Change> = (deps: D, tx: Tx, change: Change) => Promise<Order | undefined> | Promise<void>;

/** When a reaction runs, in this order; `advance` moves the order on, so its reactions run the others once more. */
export const REACTION_PHASES = [
  'customer',
  'release',
  'requests',
  'mail',
  'search',
  // What partners get is a cost of earnings, and both are costs of the order's result
  'shares',
  'earnings',
  'figures',
  'publish',
  'advance',
] as const;
export type ReactionPhase = (typeof REACTION_PHASES)[number];

/** A reaction to changes of an order, in their transaction; an error rolls the change back. */
export interface ReactionOf<D> {
  readonly name: string;
  readonly phase: ReactionPhase;
  /** Whether there is anything to do for this order; asked before a savepoint is opened. */
  readonly appliesTo?: (tx: Tx, change: OrderMoved | OrderTouched) => Promise<boolean>;
  readonly onMoved?: ReactionHandler<D, OrderMoved>;
  readonly onTouched?: ReactionHandler<D, OrderTouched>;
  /** Errors roll back only the reaction and are logged. For reactions without effect on money. */
  readonly mayFail?: true;
  /** Writes a marker for a later repair when the reaction failed; must not fail itself. */
  readonly onFailure?: (tx: Tx, change: OrderMoved | OrderTouched) => Promise<void>;
}
