import { orderNumber } from '#core/order/number.ts';
import { getReceipt } from '#contract/public/orders.ts';
import { type ReceiptAttributes, verifyReceipt } from '#contract/public/receipts.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount } from '#core/money/amount.ts';
import type { Order } from '#core/order/order.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import { PURSE_ASSET, PURSE_SCALE, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { findLastLinkOf } from '#server/ledger-chain/queries.ts';
import { type CallWithOrderKeys, callerOf, findOwnOrder } from '#server/orders/access.ts';
import { openDestination } from '#server/orders/destination.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { findOrder } from '#server/orders/queries.ts';
import { findShownProofs } from '#server/payout-tasks/proof.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { findCompletedWithdrawal, findWithdrawalForReceipt } from '#server/withdrawals/queries.ts';
import { isReceiptCode, receiptText, withdrawalReceiptText } from './receipt-text.ts';
import { type ReceiptText, renderReceipt } from './render-receipt.ts';

interface ReceiptRequest {
  readonly call: CallWithOrderKeys & { readonly params: { readonly id: string } };
  /** Undefined: the locale of the order. */
  readonly locale: Locale | undefined;
}

/** The receipt of the caller's own order or withdrawal; null while not completed, undefined for one of someone else or unknown. */
async function findReceiptText(deps: Deps, { call, locale }: ReceiptRequest): Promise<ReceiptText | null | undefined> {
  const order = await findOwnOrder(deps, deps.db, call.params.id, callerOf(call));
  if (order) {
    const destination = await openDestination(deps, deps.db, { id: order.id, side: 'outcome' });
    if (order.status !== 'completed') return null;
    const hasProof = (await findShownProofs(deps.db, order.id)).length > 0;
    return receiptText(deps, order, { locale: locale ?? order.locale, destination, hasProof });
  }
  const completed = await findWithdrawalForReceipt(deps, { id: call.params.id, visitor: call.visitor });
  if (!completed) return undefined;
  const { withdrawal, destination } = completed;
  if (withdrawal.status !== 'completed') return null;
  return withdrawalReceiptText(deps, withdrawal, { locale: locale ?? withdrawal.locale, destination });
}

type Exchange = Omit<ReceiptAttributes, 'ledger_link'>;

function orderAttributes(deps: Deps, order: Order, locale: Locale): Exchange {
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

function withdrawalAttributes(deps: Deps, withdrawal: Withdrawal, locale: Locale): Exchange {
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

/** What a genuine receipt states: of a completed order or withdrawal. */
async function findExchange(deps: Deps, id: string, locale: Locale): Promise<Exchange | undefined> {
  const order = await findOrder(deps.db, id);
  if (order?.status === 'completed') return orderAttributes(deps, order, locale);
  const withdrawal = await findCompletedWithdrawal(deps.db, id);
  return withdrawal && withdrawalAttributes(deps, withdrawal, locale);
}

async function findAttributes(deps: Deps, id: string, locale: Locale): Promise<ReceiptAttributes | undefined> {
  const exchange = await findExchange(deps, id, locale);
  return exchange && { ...exchange, ledger_link: (await findLastLinkOf(deps.db, id)) ?? null };
}

/** The receipt of a completed order or withdrawal, and the verification of a printed one. */
export const receiptRoutes = (deps: Deps): Route[] => [
  route(getReceipt, async (call) => {
    // A plain link sends no site locale: then the receipt uses the order's
    const text = await findReceiptText(deps, { call, locale: call.header('site-locale') === undefined ? undefined : call.locale });
    if (text === undefined) return refuse({ code: 'not_found' });
    if (text === null) return refuse({ code: 'order_state_conflict' });
    return accept({ bytes: await renderReceipt(text), fileName: `razmen-${orderNumber(call.params.id)}.pdf`, disposition: 'attachment' });
  }),
  route(verifyReceipt, async ({ params: { id }, query, locale }) => {
    const attributes = isReceiptCode(deps, id, query.code) ? await findAttributes(deps, id, locale) : undefined;
    return attributes === undefined ? refuse({ code: 'not_found' }) : accept({ data: { type: 'receipts', id, attributes } });
  }),
];
