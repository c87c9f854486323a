import type { OrderStatus } from '#core/order/status.ts';
import { SlipRows } from '#ui/Slip.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { formatRate } from '#core/format/rate.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { refundWords } from '#web/exchange/refund-words.ts';
import { Groups } from './Groups.tsx';
import type { Order, Sides } from './order.ts';

/** The figures of the slip. Where the money goes stands whole, for its owner alone reads this page; where it came from stays masked. */
export function OrderRows({ order, sides }: { readonly order: Order; readonly sides: Sides }) {
  const { t, locale } = useWords();
  const { income, outcome } = sides;
  const rateText = formatRate(order.rate, { income: income.currency_iso_code, outcome: outcome.currency_iso_code }, locale);
  const masked = (values: Readonly<Record<string, string>>) =>
    Object.entries(values)
      .filter(([key, value]) => key !== 'memo' && value !== '')
      .map(([, value]) => value)
      .join(', ');
  const rows = [
    { name: t('order.give', { name: income.name }), value: formatMoney(order.income_amount, income, locale) },
    { name: t('order.get', { name: outcome.name }), value: formatMoney(order.outcome_amount, outcome, locale) },
    { name: t(`order.rate_${order.rate_type}`), value: rateText },
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

/** Once the money goes back, the payer's own requisites are where it goes. */
const TO_LABEL: Readonly<Partial<Record<OrderStatus, string>>> = {
  refund_pending: 'order.refund_to',
  refunded: 'order.refunded_to',
};

/** States in which a payment would still find the agreed rate. */
const BEFORE_MONEY: readonly OrderStatus[] = [
  'awaiting_verification',
  'awaiting_requisites',
  'awaiting_payment',
  'payment_claimed',
  'payment_detected',
  'moderation',
];

/** Whether the rate waits for money: an order that is over, or one that asks for a choice without topping up, holds nothing. */
const holdsRate = (order: Order): order is Order & { readonly rate_locked_until: string } =>
  order.rate_locked_until !== null &&
  (BEFORE_MONEY.includes(order.status) || order.requote?.options.some(({ choice }) => choice === 'top_up') === true);

const row = (name: string, value: string) => (value === '' ? [] : [{ name, value }]);
