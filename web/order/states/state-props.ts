import type { Order, Sides } from '#web/order/order.ts';
import type { RequisitesState } from '#web/order/use-requisites.ts';
import type { OrderActions } from '#web/order/use-order-actions.ts';

/** Props of the component of every status. */
export interface StateProps {
  readonly order: Order;
  readonly sides: Sides;
  readonly requisitesState: RequisitesState;
  readonly actions: OrderActions;
  /** When the order was read, by the browser's clock; null until hydrated. */
  readonly readAt: number | null;
  readonly mode: 'demo' | 'production';
}
