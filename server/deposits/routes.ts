import { acceptRequote, requestRefund } from '#contract/public/orders.ts';
import type { Deps } from '#server/deps.ts';
import { callerOf } from '#server/orders/access.ts';
import { showMoved } from '#server/orders/customer/show-order.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { acceptRequote as acceptRequoteOf } from './accept-requote.ts';
import { requestRefund as requestRefundOf } from './request-refund.ts';

/** The customer's decisions about received money: accept a choice or request a refund (contract section 3). */
export const depositRoutes = (deps: Deps): Route[] => [
  route(acceptRequote, async (call) => {
    const orderCall = { orderId: call.params.id, caller: callerOf(call) };
    const { choice, expected_outcome_amount: expectedOutcomeAmount } = call.body;
    const result =
      choice === 'refund'
        ? await requestRefundOf(deps, call.tx, { ...orderCall, requisites: {}, noMemo: false })
        : await acceptRequoteOf(deps, call.tx, { ...orderCall, choice, expectedOutcomeAmount });
    return await showMoved(deps, call, result);
  }),
  route(requestRefund, async (call) => {
    const orderCall = { orderId: call.params.id, caller: callerOf(call) };
    return await showMoved(
      deps,
      call,
      await requestRefundOf(deps, call.tx, { ...orderCall, requisites: call.body.refund_requisites, noMemo: call.body.no_memo === true }),
    );
  }),
];
