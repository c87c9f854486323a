import { giveDestination } from '#contract/public/orders.ts';
import type { Deps } from '#server/deps.ts';
import { callerOf } from '#server/orders/access.ts';
import { showMoved } from '#server/orders/customer/show-order.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { submitDestination as giveDestinationOf } from './submit-destination.ts';

/** Routes for a customer who corrects the destination of a failed payout (domain 5). */
export const correctionRoutes = (deps: Deps): Route[] => [
  route(giveDestination, async (call) => {
    const { key, requisites, no_memo: noMemo, confirm_lookalike: confirmsLookalike } = call.body;
    const addressed = { orderId: call.params.id, caller: callerOf(call) };
    return await showMoved(
      deps,
      call,
      await giveDestinationOf(deps, call.tx, {
        ...addressed,
        key,
        requisites,
        noMemo: noMemo === true,
        confirmsLookalike: confirmsLookalike === true,
      }),
    );
  }),
];
