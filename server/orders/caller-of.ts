import type { Call } from '#server/platform/http/route.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Caller } from './access.ts';

/** A call about an order, whatever its endpoint. */
export type CallAbout = Pick<Call<Endpoint>, 'visitor' | 'guestToken' | 'heldIds'>;

/** Who calls about an order: a session, the order's key in the header, or the browser that holds it (streams and downloads cannot send headers). */
export const callerOf = ({ visitor, guestToken, heldIds }: CallAbout): Caller => ({ visitor, orderToken: guestToken, heldOrders: heldIds });
