import { SlipRows } from '#ui/Slip.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { formatRate } from '#core/format/rate.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Groups } from '#web/requisites/Groups.tsx';
import type { Order } from '#web/order/order.ts';
import type { System } from '#web/catalogue/systems.ts';

export interface WithdrawalProps {
  readonly order: Order;
  readonly system: System;
}

const DOLLARS = { currency_iso_code: 'USD', precision: 2 } as const;

/** When a withdrawal is paid: within a day of its confirmation (spec 9); to a new wallet, when the hold ends and by when it is paid. */
function usePromiseRows({ status, status_group: group, withdrawal }: Order) {
  const { t, locale } = useTranslation();
  const moment = (at: string) => t('withdrawal.moscow', { at: formatDateTime(at, locale) });
  const leavesAt = withdrawal?.held_until ?? withdrawal?.hold_expected_until ?? null;
  const promisedAt = withdrawal?.promised_at ?? null;
  const promised = promisedAt === null ? [] : [{ name: t('withdrawal.promised'), value: moment(promisedAt) }];
  if (leavesAt !== null) return [{ name: t('withdrawal.held_until'), value: moment(leavesAt) }, ...promised];
  if (status === 'awaiting_confirmation') return [{ name: t('withdrawal.form.within'), value: t('withdrawal.within_day') }];
  return group === 'processing' ? promised : [];
}

/** Rows of a withdrawal: balance, amount received, rate, fee, destination and deadline. */
export function WithdrawalRows({ order, system }: WithdrawalProps) {
  const { t, locale } = useTranslation();
  const promiseRows = usePromiseRows(order);
  const { withdrawal } = order;
  if (withdrawal === null) return null;
  // A failed withdrawal pays nothing: no amount received and no rate
  const isFailed = order.status_group === 'failed';
  const isFloating = order.rate_type === 'floating';
  const outcome = formatMoney(order.estimate?.outcome_amount ?? order.outcome_amount, system, locale);
  const rate = formatRate(order.estimate?.rate ?? order.rate, { income: 'USD', outcome: system.currency_iso_code }, locale);
  const moment = (at: string) => t('withdrawal.moscow', { at: formatDateTime(at, locale) });
  const hasFee = /[1-9]/.test(withdrawal.network_fee);
  return (
    <SlipRows
      rows={[
        { name: t(`withdrawal.from.${withdrawal.purse}`), value: formatMoney(order.income_amount, DOLLARS, locale) },
        ...(isFailed
          ? []
          : [
              {
                name: t('withdrawal.get', { name: system.name }),
                value: isFloating ? t('withdrawal.about', { amount: outcome }) : outcome,
              },
              { name: t(isFloating ? 'withdrawal.rate_now' : 'withdrawal.rate'), value: rate },
            ]),
        ...(hasFee && !isFailed ? [{ name: t('withdrawal.fee'), value: formatMoney(withdrawal.network_fee, system, locale) }] : []),
        ...order.destination.map((line, index) => ({
          name: index === 0 ? t('withdrawal.to') : line.label,
          value: <Groups groups={line.groups} />,
        })),
        ...(order.status === 'awaiting_confirmation' && order.expires_at !== null
          ? [{ name: t('withdrawal.confirm_before'), value: moment(order.expires_at) }]
          : []),
        ...promiseRows,
      ]}
    />
  );
}
