import { transactionUrl } from '#server/payment-systems/transaction-url.ts';
import { orderNumber } from '#core/order/number.ts';
import type { WebhookOrder } from '#contract/partner/webhook-document.ts';
import type { OrderAttributes } from '#contract/public/order-attributes.ts';
import type { RequoteOptionAttributes } from '#contract/public/requote-attributes.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount } from '#core/money/amount.ts';
import { toSignificant } from '#core/money/fraction.ts';
import type { Order, RequoteOption } from '#core/order/order.ts';
import { systemReasonOf } from '#core/order/ending.ts';
import { refundOf } from '#core/order/refund-fee.ts';
import { requoteFactOf, firstExchange } from '#core/order/requote-options.ts';
import { STATUS_GROUP } from '#core/order/status.ts';
import { surplusOf } from '#core/order/surplus.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { orderRateOf, orderSides, type OrderSides } from '#server/orders/order-sides.ts';
import { toleranceOf } from '#server/orders/payment-terms.ts';
import type { presentOrderPromise } from './payout-promise.ts';

/** Why an order ended: system reasons translated, an operator's text as written; null once erased. */
export function reasonText(deps: Pick<Deps, 't'>, reason: string | null, locale: Locale): string | null {
  const systemReason = reason === null ? undefined : systemReasonOf(reason);
  return systemReason === undefined ? reason || null : deps.t(locale, `reasons.${systemReason}`);
}

type AttributeDeps = Pick<Deps, 'catalogue' | 'rails'>;

const RATE_DIGITS = 12;

const optionalTime = (moment: Instant | null): string | null => (moment === null ? null : toRfc3339(moment));

const rateText = (deps: Pick<Deps, 'catalogue'>, order: Order, amounts: { incomeAmount: bigint; outcomeAmount: bigint }): string =>
  toSignificant(orderRateOf(deps.catalogue, { ...order, ...amounts }), RATE_DIGITS);

function presentTx(deps: AttributeDeps, system: OrderSides['income'], hash: string | null): OrderAttributes['income_tx'] {
  if (hash === null) return null;
  return { hash, url: transactionUrl(deps, { system, hash }) };
}

function presentOption(deps: Pick<Deps, 'catalogue'>, order: Order, option: RequoteOption): RequoteOptionAttributes {
  const { income, outcome } = orderSides(deps.catalogue, order);
  return {
    choice: option.choice,
    income_amount: formatAmount(option.incomeAmount, income.scale),
    outcome_amount: formatAmount(option.outcomeAmount, outcome.scale),
    refund_amount: formatAmount(option.refundAmount, income.scale),
    missing_amount: option.missingAmount === 0n ? null : formatAmount(option.missingAmount, income.scale),
    rate: option.incomeAmount === 0n ? null : rateText(deps, order, option),
    expires_at: toRfc3339(option.expiresAt),
  };
}

/** The requote as customers and operators see it; the top-level amounts are those of the first option that exchanges. */
export function presentRequote(deps: Pick<Deps, 'catalogue'>, order: Order): OrderAttributes['requote'] {
  const { requote } = order;
  if (order.status !== 'requote' || requote === null) return null;
  const { income } = orderSides(deps.catalogue, order);
  const received = formatAmount(requote.receivedAmount, income.scale);
  const options = requote.options.map((option) => presentOption(deps, order, option));
  const first = firstExchange(requote);
  const firstOption = first === undefined ? undefined : presentOption(deps, order, first);
  return {
    reason: requote.reason,
    fact: requoteFactOf(order, toleranceOf(deps, order)),
    received_amount: received,
    asked_amount: formatAmount(order.askedAmount, income.scale),
    income_amount: firstOption?.income_amount ?? received,
    outcome_amount: firstOption?.outcome_amount ?? null,
    rate: firstOption?.rate ?? null,
    refund_amount: formatAmount(order.creditedAmount, income.scale),
    expires_at: toRfc3339(requote.expiresAt),
    options,
  };
}

const isRefund = ({ status }: Order): boolean => status === 'refunded' || status === 'refund_pending';

/** The transaction that sent money to the customer; for a refund on the income side. */
const outcomeTx = (deps: AttributeDeps, order: Order, sides: OrderSides): OrderAttributes['outcome_tx'] =>
  presentTx(deps, isRefund(order) ? sides.income : sides.outcome, order.outcomeTxHash);

/** Attributes without requisites or e-mail: together with the promise, everything a partner's webhook contains (`server/webhooks`). */
export function sharedAttributes(deps: AttributeDeps, order: Order) {
  const sides = orderSides(deps.catalogue, order);
  const { income, outcome } = sides;
  return {
    number: orderNumber(order.id),
    status: order.status,
    status_group: STATUS_GROUP[order.status],
    version: order.version,
    income_amount: formatAmount(order.incomeAmount, income.scale),
    outcome_amount: formatAmount(order.outcomeAmount, outcome.scale),
    rate: rateText(deps, order, order),
    rate_type: order.rateType,
    is_demo: order.quote.isDemo,
    payment_system_from_id: income.code,
    payment_system_to_id: outcome.code,
    created_at: toRfc3339(order.createdAt),
    expires_at: optionalTime(order.expiresAt),
    rate_locked_until: optionalTime(order.rateLockedUntil),
    confirmations: order.confirmations,
    required_confirmations: order.requiredConfirmations,
    refund: isRefund(order)
      ? { amount: formatAmount(refundOf(order), income.scale), fee: formatAmount(order.refundFee, income.scale) }
      : null,
    received_amount: order.receivedAmount === 0n ? null : formatAmount(order.receivedAmount, income.scale),
    surplus_returned_amount: order.surplusReturned === 0n ? null : formatAmount(order.surplusReturned, income.scale),
    surplus_amount: surplusOf(order) === 0n ? null : formatAmount(surplusOf(order), income.scale),
    income_tx: presentTx(deps, income, order.incomeTxHash),
    outcome_tx: outcomeTx(deps, order, sides),
    requote: presentRequote(deps, order),
    receipt_url: order.status === 'completed' ? `/api/v1/orders/${order.id}/receipt.pdf` : null,
  } satisfies Omit<WebhookOrder, keyof ReturnType<typeof presentOrderPromise>>;
}
