import { acceptRequote, requestRefund } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import { callerOf } from '#server/orders/caller-of.ts';
import { showMoved } from '#server/orders/customer/show-order.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { acceptRequote as acceptRequoteOf } from './accept-requote.ts';
import { requestRefund as requestRefundOf } from './request-refund.ts';

/** What a customer says of money that came: which choice he takes, or that he wants it back (contract section 3). */
export const depositRoutes = (deps: Deps): Route[] => [
  route(acceptRequote, async (call) => {
    const addressed = { orderId: call.params.id, caller: callerOf(call) };
    const { choice, expected_outcome_amount: expectedOutcomeAmount } = call.body;
    const taken =
      choice === 'refund'
        ? await requestRefundOf(deps, call.tx, { ...addressed, requisites: {}, noMemo: false })
        : await acceptRequoteOf(deps, call.tx, { ...addressed, choice, expectedOutcomeAmount });
    return await showMoved(deps, call, taken);
  }),
  route(requestRefund, async (call) => {
    const addressed = { orderId: call.params.id, caller: callerOf(call) };
    return await showMoved(
      deps,
      call,
      await requestRefundOf(deps, call.tx, { ...addressed, requisites: call.body.refund_requisites, noMemo: call.body.no_memo === true }),
    );
  }),
];
