import { getReceipt } from '#contract/orders.ts';
import { type ReceiptAttributes, verifyReceipt } from '#contract/receipts.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount } from '#core/money/amount.ts';
import type { Order } from '#core/order/order.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import { PURSE_ASSET, PURSE_SCALE, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { type CallAbout } from '#server/orders/caller-of.ts';
import { findCompletedOrder, findOrderForReceipt } from '#server/orders/find-for-receipt.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import { findShownProofs } from '#server/payout-tasks/shown-proofs.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { findCompletedWithdrawal, findWithdrawalForReceipt } from '#server/withdrawals/find-for-receipt.ts';
import { isReceiptCode } from './receipt-code.ts';
import { receiptText } from './receipt-text.ts';
import { type ReceiptText, renderReceipt } from './render-receipt.ts';
import { withdrawalReceiptText } from './withdrawal-receipt-text.ts';

interface Asked {
  readonly call: CallAbout & { readonly params: { readonly id: string } };
  /** Undefined: the one in which it was made. */
  readonly locale: Locale | undefined;
}

/** What the caller's own order or withdrawal has to say; null while it is not completed, undefined where he has none of this id. */
async function textFor(deps: Deps, { call, locale }: Asked): Promise<ReceiptText | null | undefined> {
  const exchange = await findOrderForReceipt(deps, call);
  if (exchange) {
    const { order, destination } = exchange;
    if (order.status !== 'completed') return null;
    const hasProof = (await findShownProofs(deps.db, order.id)).length > 0;
    return receiptText(deps, order, { locale: locale ?? order.locale, destination, hasProof });
  }
  const found = await findWithdrawalForReceipt(deps, { id: call.params.id, visitor: call.visitor });
  if (!found) return undefined;
  const { withdrawal, destination } = found;
  if (withdrawal.status !== 'completed') return null;
  return withdrawalReceiptText(deps, withdrawal, { locale: locale ?? withdrawal.locale, destination });
}

function ofOrder(deps: Deps, order: Order, locale: Locale): ReceiptAttributes {
  const { income, outcome } = orderSides(deps.catalogue, order);
  return {
    valid: true,
    income_amount: formatAmount(order.incomeAmount, income.scale),
    outcome_amount: formatAmount(order.outcomeAmount, outcome.scale),
    payment_system_from: income.name[locale],
    payment_system_to: outcome.name[locale],
    income_currency_iso_code: income.currency,
    outcome_currency_iso_code: outcome.currency,
    completed_at: toRfc3339(order.statusChangedAt),
  };
}

function ofWithdrawal(deps: Deps, withdrawal: Withdrawal, locale: Locale): ReceiptAttributes {
  const system = deps.catalogue.paymentSystem(withdrawal.outcomeCode);
  if (system === undefined) throw new Error(`the catalogue lost ${withdrawal.outcomeCode}`);
  return {
    valid: true,
    income_amount: formatAmount(withdrawal.purseAmount, PURSE_SCALE),
    outcome_amount: formatAmount(withdrawal.outcomeAmount, system.scale),
    payment_system_from: deps.t(locale, `receipt.withdrawal.from.${withdrawal.purse}`),
    payment_system_to: system.name[locale],
    income_currency_iso_code: PURSE_ASSET,
    outcome_currency_iso_code: system.currency,
    completed_at: toRfc3339(withdrawal.statusChangedAt),
  };
}

/** What a genuine receipt stands for: an exchange or a withdrawal that was completed. */
async function attributesFor(deps: Deps, id: string, locale: Locale): Promise<ReceiptAttributes | undefined> {
  const order = await findCompletedOrder(deps.db, id);
  if (order) return ofOrder(deps, order, locale);
  const withdrawal = await findCompletedWithdrawal(deps.db, id);
  return withdrawal && ofWithdrawal(deps, withdrawal, locale);
}

/** The receipt of a completed order or withdrawal, and the check that a printed one is genuine. */
export const receiptRoutes = (deps: Deps): Route[] => [
  route(getReceipt, async (call) => {
    // A link on a page cannot send a language: then the receipt speaks the order's own
    const text = await textFor(deps, { call, locale: call.header('site-locale') === undefined ? undefined : call.locale });
    if (text === undefined) return refuse({ code: 'not_found' });
    if (text === null) return refuse({ code: 'order_state_conflict' });
    return accept({ bytes: await renderReceipt(text), fileName: `razmen-${call.params.id}.pdf`, disposition: 'attachment' });
  }),
  route(verifyReceipt, async ({ params: { id }, query, locale }) => {
    const attributes = isReceiptCode(deps, id, query.code) ? await attributesFor(deps, id, locale) : undefined;
    return attributes === undefined ? refuse({ code: 'not_found' }) : accept({ data: { type: 'receipts', id, attributes } });
  }),
];
