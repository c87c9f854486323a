import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import type { Locale } from '#core/locale.ts';
import { compare, fraction, fractionFromDecimal } from '#core/money/fraction.ts';
import { isFinal, type OrderStatus } from '#core/order/status.ts';
import { deviationPercent } from '#core/money/percent.ts';
import type { Attention } from '#core/staff/attention.ts';
import { money } from '#office/format/figure.ts';

type OrderMoney = Pick<OfficeOrderAttributes, 'status' | 'received_amount' | 'surplus_returned_amount' | 'taken_back_amount'>;

/** What happens to the order's money: keys of `office.strip`. */
const OUTCOMES = ['pays', 'paid', 'refunds', 'refunded', 'unpaid'] as const;
type Outcome = (typeof OUTCOMES)[number];

const OUTCOME: Readonly<Partial<Record<OrderStatus, Outcome>>> = {
  completed: 'paid',
  refund_pending: 'refunds',
  refunded: 'refunded',
  rejected: 'unpaid',
  expired: 'unpaid',
  cancelled: 'unpaid',
  payment_failed: 'unpaid',
};

const isZero = (amount: string): boolean => !/[1-9]/.test(amount);

/** State of an order's money: awaited, returned, paid out or refunded. */
export function moneyState({
  status,
  received_amount: received,
  surplus_returned_amount: returned,
  taken_back_amount: takenBack,
}: OrderMoney) {
  const hasNothing = isZero(received);
  const isOver = isFinal(status);
  return {
    /** The payment is still awaited. */
    isAwaited: hasNothing && !isOver,
    isOver,
    outcome: OUTCOME[status] ?? 'pays',
    nothingKey: isOver ? ('never_came' as const) : ('nothing_came' as const),
    /** Amounts that no longer count towards the agreed one. */
    returned: [returned, takenBack].filter((amount) => amount !== null),
  };
}

interface Difference {
  /** Decimal text with its sign; `0` where the amounts are equal. */
  readonly amount: string;
  /** Percent of the agreed amount, with its sign. */
  readonly percent: string;
}

const decimals = (text: string): number => text.split('.')[1]?.length ?? 0;
const minor = (text: string, scale: number): bigint => {
  const [integer = '0', fraction = ''] = text.split('.');
  return BigInt(integer + fraction.padEnd(scale, '0'));
};

function signed(value: bigint, scale: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${value < 0n ? '-' : '+'}${digits.slice(0, digits.length - scale)}${scale === 0 || fraction === '' ? '' : `.${fraction}`}`;
}

/** Exact difference between the received amount less `returned` and the agreed amount; null while nothing was received. Decimal texts. */
export function differenceOf(expected: string, received: string, returned: readonly string[]): Difference | null {
  const scale = Math.max(decimals(expected), decimals(received), ...returned.map(decimals));
  const remaining = returned.reduce((rest, amount) => rest - minor(amount, scale), minor(received, scale));
  const agreed = fractionFromDecimal(expected);
  const remainingAmount = fraction(remaining, 10n ** BigInt(scale));
  if (!agreed || agreed.num === 0n || minor(received, scale) === 0n) return null;
  if (compare(agreed, remainingAmount) === 0) return { amount: '0', percent: '0' };
  const percent = deviationPercent(remainingAmount, agreed);
  return {
    amount: signed(remaining - minor(expected, scale), scale),
    percent: compare(remainingAmount, agreed) > 0 ? `+${percent}` : percent,
  };
}

type OrderSums = Pick<
  OfficeOrderAttributes,
  'income' | 'outcome' | 'income_amount' | 'outcome_amount' | 'received_amount' | 'income_requisites_masked' | 'outcome_requisites_masked'
>;

/** The first requisite is the account number; the payment system names its owner. */
const destinationText = (name: string, requisites: Readonly<Record<string, string>>, nowhere: string): string => {
  const first = Object.values(requisites).find((value) => value !== '');
  return first === undefined ? nowhere : `${first} (${name})`;
};

/** Texts of a confirmation: amounts with currency, masked destinations. `nowhere`: text where no destination is known. */
export function sumTexts(order: OrderSums, { locale, nowhere }: { readonly locale: Locale; readonly nowhere: string }) {
  const { income, outcome } = order;
  return {
    give: money(order.income_amount, income.currency_iso_code, locale),
    received: money(order.received_amount, income.currency_iso_code, locale),
    get: money(order.outcome_amount, outcome.currency_iso_code, locale),
    to: destinationText(outcome.name, order.outcome_requisites_masked, nowhere),
    back: destinationText(income.name, order.income_requisites_masked, nowhere),
  };
}

interface OrderDeposits {
  readonly deposits: readonly Pick<OfficeOrderAttributes['deposits'][number], 'rail' | 'state'>[];
}

/**
 * Whether a rail has reported a payment. Then an operator's observation does not count automatically (`core/order/payment-reports.ts`),
 * unless it is marked as missed by the rail.
 */
export const hasRailReport = ({ deposits }: OrderDeposits): boolean =>
  deposits.some(({ rail, state }) => rail !== 'operator' && state !== 'failed');

type Deposit = OfficeOrderAttributes['deposits'][number];
type DepositFacts = Pick<Deposit, 'posted_at' | 'state' | 'rail' | 'beyond_rail'>;

/** Whether a deposit is posted, as a key of `office.order`. A failed or reverted deposit will not be posted again. */
export function postingState(
  deposit: DepositFacts,
  deposits: readonly Deposit[],
): 'posted' | 'posted_no_more' | 'posted_by_rail' | 'not_posted' {
  if (deposit.posted_at !== null) return 'posted';
  if (deposit.state === 'failed' || deposit.state === 'reverted') return 'posted_no_more';
  const isEvidence = deposit.rail === 'operator' && !deposit.beyond_rail && hasRailReport({ deposits });
  return isEvidence ? 'posted_by_rail' : 'not_posted';
}

type AttentionFacts = Pick<OfficeOrderAttributes, 'attention' | 'deposits'>;

/**
 * Why an order waits: a key of `office.strip.why`. An order whose money was taken back is in moderation too, although its customer
 * has claimed nothing: its transfer was reverted.
 */
export const waitingReason = ({ attention, deposits }: AttentionFacts): Attention | 'taken_back' | null =>
  attention === 'moderation' && deposits.some(({ state }) => state === 'reverted') ? 'taken_back' : attention;
