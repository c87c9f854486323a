import type { Call } from '#server/platform/http/route.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Caller } from './access.ts';

/** A call about an order, of any endpoint. */
export type CallAbout = Pick<Call<Endpoint>, 'visitor' | 'guestToken' | 'guestItemIds'>;

/**
 * The caller of an order endpoint: the session, the token in the header, or the orders in the browser's cookie (streams and
 * downloads cannot send headers).
 */
export const callerOf = ({ visitor, guestToken, guestItemIds }: CallAbout): Caller => ({
  visitor,
  orderToken: guestToken,
  heldOrders: guestItemIds,
});
