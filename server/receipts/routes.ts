import { getReceipt } from '#contract/orders.ts';
import { verifyReceipt } from '#contract/receipts.ts';
import { formatAmount } from '#core/money/amount.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { findCompletedOrder, findOrderForReceipt } from '#server/orders/find-for-receipt.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import { findShownProofs } from '#server/payout-tasks/shown-proofs.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { isReceiptCode } from './receipt-code.ts';
import { receiptText } from './receipt-text.ts';
import { renderReceipt } from './render-receipt.ts';

/** The receipt of a completed order, and the check that a printed one is genuine. */
export const receiptRoutes = (deps: Deps): Route[] => [
  route(getReceipt, async (call) => {
    const found = await findOrderForReceipt(deps, call);
    if (!found) return refuse({ code: 'not_found' });
    if (found.order.status !== 'completed') return refuse({ code: 'order_state_conflict' });
    // A link on a page cannot send a language: then the receipt speaks the order's own
    const locale = call.header('site-locale') === undefined ? found.order.locale : call.locale;
    const hasProof = (await findShownProofs(deps.db, found.order.id)).length > 0;
    const bytes = await renderReceipt(receiptText(deps, found.order, { locale, destination: found.destination, hasProof }));
    return accept({ bytes, fileName: `razmen-${found.order.id}.pdf`, disposition: 'attachment' });
  }),
  route(verifyReceipt, async (call) => {
    const { id } = call.params;
    const order = isReceiptCode(deps, id, call.query.code) ? await findCompletedOrder(deps.db, id) : undefined;
    if (!order) return refuse({ code: 'not_found' });
    const { income, outcome } = orderSides(deps.catalogue, order);
    return accept({
      data: {
        type: 'receipts',
        id,
        attributes: {
          valid: true,
          income_amount: formatAmount(order.incomeAmount, income.scale),
          outcome_amount: formatAmount(order.outcomeAmount, outcome.scale),
          payment_system_from: income.name[call.locale],
          payment_system_to: outcome.name[call.locale],
          income_currency_iso_code: income.currency,
          outcome_currency_iso_code: outcome.currency,
          completed_at: toRfc3339(order.statusChangedAt),
        },
      },
    });
  }),
];
