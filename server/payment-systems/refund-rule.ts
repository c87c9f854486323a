import type { RefundTerms } from '#contract/public/rate-calculations.ts';
import { percentOfPpm } from '#core/money/percent.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { MAX_CAP_PPM, hasRefundFee, NO_REFUND_FEE, type RefundFeeRule } from '#core/order/refund-fee.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Deps } from '#server/deps.ts';

/** Percentages of rules have four decimals, so that minor units are parts per million. */
const PPM = { scale: 4, precision: 4 } as const;

const minor = (text: string, decimals: { readonly scale: number; readonly precision: number }): bigint => {
  const parsed = parseAmount(text, decimals);
  return parsed.ok ? parsed.minor : 0n;
};

/** The owner's rule of a payment system, else the general rule, else no fee. */
function shopRule({ shop }: Pick<Deps, 'shop'>, income: PaymentSystem): RefundFeeRule {
  const { rules } = shop.of('refunds');
  const ownRule = rules.find((rule) => rule.payment_system_id === income.code);
  const rule = ownRule ?? rules.find((candidate) => candidate.payment_system_id === null);
  if (rule === undefined) return NO_REFUND_FEE;
  const cap = minor(rule.cap_percent, PPM);
  return {
    network: rule.network,
    // A general rule has no currency, so its fixed fee does not apply
    fixed: ownRule === undefined ? 0n : minor(rule.fixed, { scale: income.scale, precision: income.scale }),
    ppm: minor(rule.percent, PPM),
    capPpm: cap > MAX_CAP_PPM ? MAX_CAP_PPM : cap,
  };
}

/** Refund fee of an order (decision 0035): of its direction, else the shop's rule for the income payment system. */
export function refundRuleOf(deps: Pick<Deps, 'shop'>, direction: Direction | undefined, income: PaymentSystem): RefundFeeRule {
  if (direction === undefined || (direction.refundFeePpm === null && direction.refundFeeFixed === null)) return shopRule(deps, income);
  return {
    network: false,
    fixed: direction.refundFeeFixed ?? 0n,
    ppm: BigInt(direction.refundFeePpm ?? 0),
    capPpm: MAX_CAP_PPM,
  };
}

/** A rule for the response to a customer; null without a fee. */
export const presentRefundTerms = (rule: RefundFeeRule | null, income: PaymentSystem): RefundTerms =>
  rule === null || !hasRefundFee(rule)
    ? null
    : {
        percent: percentOfPpm(Number(rule.ppm)),
        fixed: formatAmount(rule.fixed, income.scale),
        network: rule.network,
        cap_percent: percentOfPpm(Number(rule.capPpm)),
      };
