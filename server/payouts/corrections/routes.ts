import { giveDestination } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import { callerOf } from '#server/orders/caller-of.ts';
import { showMoved } from '#server/orders/customer/show-order.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { giveDestination as giveDestinationOf } from './give-destination.ts';

/** What a customer says of where a payout goes that failed (domain 5). */
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
