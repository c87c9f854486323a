import type { ClipboardEvent } from 'react';
import { Link } from 'react-router';
import { orderNumber } from '#core/order/number.ts';

interface OrderNumberProps {
  /** Id of an order or a withdrawal. */
  readonly id: string;
  /** Its page; absent: it has none, or the operator may not open it. */
  readonly to?: string | undefined;
}

/** The short number of an order or withdrawal, with the id on hover and in the clipboard: other systems know the id. */
export function OrderNumber({ id, to }: OrderNumberProps) {
  const props = {
    className: 'figures unbroken',
    translate: 'no',
    title: id,
    onCopy(event: ClipboardEvent) {
      event.clipboardData.setData('text/plain', id);
      event.preventDefault();
    },
  } as const;
  return to === undefined ? (
    <span {...props}>{orderNumber(id)}</span>
  ) : (
    <Link to={to} {...props}>
      {orderNumber(id)}
    </Link>
  );
}
