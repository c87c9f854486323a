import { Flags, MoneyFacts } from '#office/order/DecisionStrip.tsx';
import { useCustomer, useOrder } from '#office/order/use-order.ts';

/** The order that an open proposal concerns: its money, its customer and their earlier orders. */
export function ProposedOrder({ id }: { readonly id: string }) {
  const order = useOrder(id);
  const customer = useCustomer(id);
  if (order.data === undefined) return null;
  return (
    <>
      <p className="dim" translate="no">
        {order.data.order.email}
      </p>
      <MoneyFacts order={order.data.order} serverOffsetMs={order.data.serverOffsetMs} />
      {customer.data === undefined ? null : <Flags customer={customer.data} />}
    </>
  );
}
