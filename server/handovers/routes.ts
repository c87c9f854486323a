import type { HandoverAttributes } from '#contract/public/handovers.ts';
import { createHandover, getHandover, openHandover } from '#contract/public/handovers.ts';
import type { Resource } from '#contract/document.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { callerOf, findOwnOrder } from '#server/orders/access.ts';
import type { GuestCookies } from '#server/platform/http/guest-cookies.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import type { RateLimits } from '#server/platform/http/rate-limits.ts';
import { type Route, route, routeAfter } from '#server/platform/http/route.ts';
import { findHandover, type Handover, makeHandover, redeemHandover } from './handover.ts';

type HandoverDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secrets'> & {
  readonly guests: Pick<GuestCookies, 'addItem'>;
  readonly limits: Pick<RateLimits, 'spend'>;
};

function present({ clock }: Pick<Deps, 'clock'>, { id, orderId, expiresAt, openedAt }: Handover): Resource<HandoverAttributes> {
  const now = clock.now();
  const state = openedAt !== null ? 'opened' : now < expiresAt ? 'waiting' : 'ended';
  return {
    type: 'handovers',
    id,
    attributes: { order_id: orderId, state, expires_at: toRfc3339(expiresAt), server_time: toRfc3339(now) },
  };
}

/** Routes for continuing an order on a phone (decision 0059). */
export const handoverRoutes = (deps: HandoverDeps): Route[] => [
  route(createHandover, async (call) => {
    const created = await makeHandover(deps, call.tx, { orderId: call.params.id, caller: callerOf(call) });
    if (!created.ok) return created;
    const { token, ...handover } = created.value;
    const data = present(deps, handover);
    return accept({ data: { ...data, attributes: { ...data.attributes, token } } });
  }),
  route(getHandover, async (call) => {
    const { id, handover_id: handoverId } = call.params;
    const order = await findOwnOrder(deps, deps.db, id, callerOf(call));
    const handover = order && (await findHandover(deps.db, { id: handoverId, orderId: order.id }));
    return handover === undefined ? refuse({ code: 'not_found' }) : accept({ data: present(deps, handover) });
  }),
  routeAfter(
    openHandover,
    async ({ ip }) => {
      const seconds = await deps.limits.spend('mailed_token', peerOf(ip));
      return seconds === undefined ? accept(undefined) : refuse({ code: 'too_many_requests', params: { seconds } });
    },
    async (call) => {
      const redeemed = await redeemHandover(deps, call.tx, call.body.token);
      if (!redeemed.ok) return redeemed;
      return accept({ data: present(deps, redeemed.value), cookies: [deps.guests.addItem(call.header('cookie'), redeemed.value.orderId)] });
    },
  ),
];
