import type { OrderStatus } from '#core/order/status.ts';
import { SlipRows } from '#ui/Slip.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { formatRate } from '#core/format/rate.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { Order, Sides } from './order.ts';

/** The figures of the slip. Requisites stay masked: the slip is shown to others. */
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
    { name: t('web.order.give', { name: income.name }), value: formatMoney(order.income_amount, income, locale) },
    { name: t('web.order.get', { name: outcome.name }), value: formatMoney(order.outcome_amount, outcome, locale) },
    { name: t(`web.order.rate_${order.rate_type}`), value: rateText },
    ...(order.rate_locked_until === null
      ? []
      : [{ name: t('web.order.locked_until'), value: formatDateTime(order.rate_locked_until, locale) }]),
    ...row(t('web.order.to'), masked(order.outcome_requisites_masked)),
    ...row(t('web.order.memo'), order.outcome_requisites_masked['memo'] ?? ''),
    ...row(t(`web.order.${INCOME_LABELS[order.status] ?? 'from'}`), masked(order.income_requisites_masked)),
    ...row(t('web.order.memo'), order.income_requisites_masked['memo'] ?? ''),
    { name: t('web.order.email'), value: order.email_masked },
    ...(order.is_demo ? [{ name: t('web.board.demo'), value: t('web.order.demo') }] : []),
  ];
  return <SlipRows rows={rows} />;
}

/** Once the money goes back, the payer's own requisites are where it goes. */
const INCOME_LABELS: Readonly<Partial<Record<OrderStatus, string>>> = { refund_pending: 'refund_to', refunded: 'refunded_to' };

const row = (name: string, value: string) => (value === '' ? [] : [{ name, value }]);
