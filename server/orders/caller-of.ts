import type { Caller } from './access.ts';

/** Who calls about an order: a session, the order's key in the header, or the browser that holds it (streams and downloads cannot send headers). */
export const callerOf = ({ visitor, orderToken, heldOrders }: Caller): Caller => ({ visitor, orderToken, heldOrders });
