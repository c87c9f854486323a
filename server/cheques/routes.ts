import { sendCheque } from '#contract/public/orders.ts';
import { refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { callerOf } from '#server/orders/access.ts';
import { showMoved } from '#server/orders/customer/show-order.ts';
import { routeAfter, type Route } from '#server/platform/http/route.ts';
import { sendCheque as attachCheque, storeCheque } from './send-cheque.ts';

/** Customer endpoint for cheques (proof that the payment was sent). */
export const chequeRoutes = (deps: Deps): Route[] => [
  routeAfter(
    sendCheque,
    async (call) => {
      const file = call.files['cheque'];
      if (!file) return refuse({ code: 'invalid_file_type', field: 'cheque' });
      return await storeCheque(deps, { orderId: call.params.id, caller: callerOf(call), file });
    },
    async (call) => {
      const sent = await attachCheque(deps, call.tx, { orderId: call.params.id, caller: callerOf(call), cheque: call.prepared });
      return await showMoved(deps, call, sent);
    },
  ),
];
