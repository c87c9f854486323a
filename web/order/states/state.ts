import type { Order, Sides } from '#web/order/order.ts';
import type { RequisitesState } from '#web/order/use-requisites.ts';
import type { OrderActions } from '#web/order/use-order-actions.ts';

/** What every state draws from. */
export interface StateProps {
  readonly order: Order;
  readonly sides: Sides;
  readonly requisitesState: RequisitesState;
  readonly actions: OrderActions;
  /** When the order was read, by the browser's clock; null until the page runs. */
  readonly readAt: number | null;
  readonly mode: 'demo' | 'production';
}
