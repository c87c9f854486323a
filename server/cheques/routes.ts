import { sendCheque } from '#contract/orders.ts';
import { refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { callerOf } from '#server/orders/caller-of.ts';
import { showMoved } from '#server/orders/customer/show-order.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { sendCheque as attachCheque } from './send-cheque.ts';

/** The customer's evidence that he has paid. */
export const chequeRoutes = (deps: Deps): Route[] => [
  route(sendCheque, async (call) => {
    const file = call.files['cheque'];
    if (!file) return refuse({ code: 'invalid_file_type', field: 'cheque' });
    const sent = await attachCheque(deps, call.tx, { orderId: call.params.id, caller: callerOf(call), file });
    return await showMoved(deps, call, sent);
  }),
];
