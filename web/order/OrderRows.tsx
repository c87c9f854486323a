import { isEstimated } from '#core/order/estimate.ts';
import { BEFORE_PAYMENT } from '#core/order/promise.ts';
import type { OrderStatus } from '#core/order/status.ts';
import { SlipRows } from '#ui/Slip.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { formatDateTime, formatTime } from '#core/format/moment.ts';
import { formatRate } from '#core/format/rate.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { refundTermsText } from '#web/catalogue/refund-terms-text.ts';
import { Groups } from '#web/requisites/Groups.tsx';
import { STEP_OF, type Order, type Sides } from './order.ts';
import { timelineMessage } from './state-messages.ts';

/** Figures of the order. The destination is shown whole (only its owner opens this page), the source is masked. */
export function OrderRows({ order, sides }: { readonly order: Order; readonly sides: Sides }) {
  const { t, locale } = useTranslation();
  const { income } = sides;
  const joinValues = (values: Readonly<Record<string, string>>) =>
    Object.entries(values)
      .filter(([key, value]) => key !== 'memo' && value !== '')
      .map(([, value]) => value)
      .join(', ');
  const rows = [
    {
      name: t(`order.give${LABEL_SUFFIX[order.status] ?? ''}`, { name: income.name }),
      value: formatMoney(order.income_amount, income, locale),
    },
    ...useOutcomeRows({ order, sides }),
    ...useMinutesRow(order),
    ...(isRateLocked(order)
      ? [{ name: t('order.locked_until'), value: t('order.moscow', { at: formatDateTime(order.rate_locked_until, locale) }) }]
      : []),
    ...order.destination.map((line, index) => ({
      name: index === 0 ? t(DESTINATION_LABEL[order.status] ?? 'order.to') : line.label,
      value: <Groups groups={line.groups} />,
    })),
    ...(order.status in DESTINATION_LABEL ? [] : rowUnlessEmpty(t('order.from'), joinValues(order.income_requisites_masked))),
    ...(order.refund_terms === null || order.status === 'completed'
      ? []
      : rowUnlessEmpty(t('order.refund_terms'), refundTermsText(order.refund_terms, { income, locale, t }))),
    { name: t('order.email'), value: order.email_masked },
    ...(order.is_demo ? [{ name: t('shell.demo_rate'), value: t('order.demo') }] : []),
  ];
  return <SlipRows rows={rows} />;
}

/** Outcome and rate. For a floating rate they are an estimate until the payment is final (domain 2), shown beside the values at creation. */
function useOutcomeRows({ order, sides: { income, outcome } }: { readonly order: Order; readonly sides: Sides }) {
  const { t, locale } = useTranslation();
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
    { name: t(`order.get${LABEL_SUFFIX[order.status] ?? ''}`, { name: outcome.name }), value: money(order.outcome_amount) },
    { name: t(order.status === 'requote' && isFloating ? 'order.rate_floating' : rateName), value: rate(order.rate) },
  ];
}

/** Longest time of the payout, from the detected payment or from the operator's confirmation. After the payment the state shows a promised time. */
function useMinutesRow({ status, eta_minutes: count, received_by_people: byPeople }: Order) {
  const { t } = useTranslation();
  if (!BEFORE_PAYMENT.includes(status)) return [];
  return [{ name: t(byPeople ? 'order.minutes_once_found' : 'order.minutes_promised'), value: t('shell.time.up_to', { count }) }];
}

/** Suffix of the amount labels for orders that are over. */
const LABEL_SUFFIX: Readonly<Partial<Record<OrderStatus, '_done' | '_agreed'>>> = {
  completed: '_done',
  refund_pending: '_agreed',
  refunded: '_agreed',
  expired: '_agreed',
  cancelled: '_agreed',
  payment_failed: '_agreed',
  rejected: '_agreed',
};

/** For refunds the destination is the payer's requisites. */
const DESTINATION_LABEL: Readonly<Partial<Record<OrderStatus, string>>> = {
  refund_pending: 'order.refund_to',
  refunded: 'order.refunded_to',
};

/** Whether the rate is locked for a payment that is expected. */
const isRateLocked = (order: Order): order is Order & { readonly rate_locked_until: string } =>
  order.rate_locked_until !== null &&
  (BEFORE_PAYMENT.includes(order.status) || order.requote?.options.some(({ choice }) => choice === 'top_up') === true);

const rowUnlessEmpty = (name: string, value: string) => (value === '' ? [] : [{ name, value }]);

/** History of the order, newest last, in Moscow time; includes surplus money and its return. */
export function Timeline({ order, sides }: { readonly order: Order; readonly sides: Sides }) {
  const { t, locale } = useTranslation();
  const entries = [
    ...order.timeline.map(({ at, status }) => ({ at, text: t(timelineMessage(order, status)) })),
    ...order.surplus.map(({ at, kind, amount }) => ({
      at,
      text: t(`order.surplus_${kind}`, { amount: formatMoney(amount, sides.income, locale) }),
    })),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="mb-2 text-sm font-semibold">
        {t('order.timeline')}
      </h2>
      <ol className="figures text-sm leading-6">
        {entries.map(({ at, text }, index) => (
          <li key={`${at}-${text}`} className="flex gap-3 py-0.5">
            <time dateTime={at} className="shrink-0 text-muted">
              {formatTime(at, locale)}
            </time>
            <span className={`min-w-0 ${index === entries.length - 1 ? 'font-medium' : ''}`}>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
