import { isEstimated } from '#core/order/estimate.ts';
import { BEFORE_MONEY } from '#core/order/promise.ts';
import type { OrderStatus } from '#core/order/status.ts';
import { SlipRows } from '#ui/Slip.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { formatRate } from '#core/format/rate.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { refundWords } from '#web/exchange/refund-words.ts';
import { Groups } from './Groups.tsx';
import { STEP_OF, type Order, type Sides } from './order.ts';

/** The figures of the slip. Where the money goes stands whole, for its owner alone reads this page; where it came from stays masked. */
export function OrderRows({ order, sides }: { readonly order: Order; readonly sides: Sides }) {
  const { t, locale } = useWords();
  const { income } = sides;
  const masked = (values: Readonly<Record<string, string>>) =>
    Object.entries(values)
      .filter(([key, value]) => key !== 'memo' && value !== '')
      .map(([, value]) => value)
      .join(', ');
  const rows = [
    { name: t(`order.give${TENSE[order.status] ?? ''}`, { name: income.name }), value: formatMoney(order.income_amount, income, locale) },
    ...useOutcomeRows({ order, sides }),
    ...useMinutesRow(order),
    ...(holdsRate(order)
      ? [{ name: t('order.locked_until'), value: t('order.moscow', { at: formatDateTime(order.rate_locked_until, locale) }) }]
      : []),
    ...order.destination.map((line, index) => ({
      name: index === 0 ? t(TO_LABEL[order.status] ?? 'order.to') : line.label,
      value: <Groups groups={line.groups} />,
    })),
    ...(order.status in TO_LABEL ? [] : row(t('order.from'), masked(order.income_requisites_masked))),
    ...(order.refund_terms === null || order.status === 'completed'
      ? []
      : row(t('order.refund_terms'), refundWords(order.refund_terms, { income, locale, t }))),
    { name: t('order.email'), value: order.email_masked },
    ...(order.is_demo ? [{ name: t('shell.demo_rate'), value: t('order.demo') }] : []),
  ];
  return <SlipRows rows={rows} />;
}

/**
 * What he gets and at which rate. Of a floating order it is an estimate until its money is final (domain 2): called so, with what was shown
 * when it was made, and when and how it is fixed.
 */
function useOutcomeRows({ order, sides: { income, outcome } }: { readonly order: Order; readonly sides: Sides }) {
  const { t, locale } = useWords();
  const money = (amount: string) => formatMoney(amount, outcome, locale);
  const rate = (text: string) => formatRate(text, { income: income.currency_iso_code, outcome: outcome.currency_iso_code }, locale);
  const isFloating = order.rate_type === 'floating';
  if (isEstimated({ rateType: order.rate_type, status: order.status })) {
    const { estimate } = order;
    const now = estimate === null ? t('order.estimate_none') : t('order.about', { amount: money(estimate.outcome_amount) });
    return [
      { name: t('order.get_estimate', { name: outcome.name }), value: now },
      ...(estimate === null ? [] : [{ name: t('order.rate_now'), value: rate(estimate.rate) }]),
      { name: t('order.rate_fixed_when'), value: t('order.rate_fixed_how') },
      { name: t('order.get_first'), value: money(order.outcome_amount) },
    ];
  }
  const rateName = !isFloating ? 'order.rate_fixed' : STEP_OF[order.status] === null ? 'order.rate_floating' : 'order.rate_settled';
  return [
    { name: t(`order.get${TENSE[order.status] ?? ''}`, { name: outcome.name }), value: money(order.outcome_amount) },
    { name: t(order.status === 'requote' && isFloating ? 'order.rate_floating' : rateName), value: rate(order.rate) },
  ];
}

/** How long the payout takes at most once the payment is there, or people have found it; after that `PromisedBy` says by when. */
function useMinutesRow({ status, eta_minutes: count, received_by_people: byPeople }: Order) {
  const { t } = useWords();
  if (!BEFORE_MONEY.includes(status)) return [];
  return [{ name: t(byPeople ? 'order.minutes_once_found' : 'order.minutes_promised'), value: t('order.minutes_at_most', { count }) }];
}

/** What an order that is over has exchanged, or was to exchange: nobody gives or gets any more. */
const TENSE: Readonly<Partial<Record<OrderStatus, '_done' | '_agreed'>>> = {
  completed: '_done',
  refund_pending: '_agreed',
  refunded: '_agreed',
  expired: '_agreed',
  cancelled: '_agreed',
  payment_failed: '_agreed',
  rejected: '_agreed',
};

/** Once the money goes back, the payer's own requisites are where it goes. */
const TO_LABEL: Readonly<Partial<Record<OrderStatus, string>>> = {
  refund_pending: 'order.refund_to',
  refunded: 'order.refunded_to',
};

/** Whether the rate waits for money: an order that is over, or one that asks for a choice without topping up, holds nothing. */
const holdsRate = (order: Order): order is Order & { readonly rate_locked_until: string } =>
  order.rate_locked_until !== null &&
  (BEFORE_MONEY.includes(order.status) || order.requote?.options.some(({ choice }) => choice === 'top_up') === true);

const row = (name: string, value: string) => (value === '' ? [] : [{ name, value }]);
