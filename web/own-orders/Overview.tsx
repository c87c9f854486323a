import { Link } from 'react-router';
import { formatMoney } from '#core/format/amount.ts';
import { formatDateTime, formatTimeLeft } from '#core/format/moment.ts';
import { buttonLook } from '#ui/Button.tsx';
import { SlipRows } from '#ui/Slip.tsx';
import type { System } from '#web/catalogue/systems.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Part } from '#web/layout/Part.tsx';
import { usePolling } from '#web/loading/use-polling.ts';
import { useTimeLeft } from '#web/order/Countdown.tsx';
import type { Order } from '#web/order/order.ts';
import type { Overview as OverviewData } from './load-overview.ts';
import { OrderSlip } from './OrderSlip.tsx';

/** Interval at which orders in progress are read again. */
const POLL_MS = 10_000;

/** State of the account: orders in progress, pairs to repeat, cards, earnings, security. */
export function Overview({ overview }: { readonly overview: OverviewData }) {
  const { t, to } = useTranslation();
  const { live, repeatable, systems } = overview;
  usePolling(live === null || live.length > 0, POLL_MS);
  return (
    <>
      {live === null || live.length === 0 ? (
        <p>
          <a className={buttonLook('action')} href={to('/')}>
            {t('own.overview.exchange')}
          </a>
        </p>
      ) : (
        <Part title={t('own.overview.live')}>
          <ul className="grid gap-4">
            {live.map((order) => (
              <li key={order.id}>
                <OrderSlip order={order} systems={systems} />
                <OrderTime order={order} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {repeatable.length > 0 ? (
        <Part title={t('own.overview.repeat')}>
          <ul className="grid gap-2">
            {repeatable.map((order) => (
              <li key={order.id}>
                <PairLink order={order} systems={systems} />
              </li>
            ))}
          </ul>
        </Part>
      ) : live?.length === 0 ? (
        <p className="text-muted">{t('own.orders.none_text')}</p>
      ) : null}
      <Part title={t('own.overview.account')}>
        <SlipRows rows={useAccountRows(overview)} />
      </Part>
    </>
  );
}

/** Time left in the state of an order, or the promised time of its payout. */
function OrderTime({ order }: { readonly order: Order }) {
  const { t, locale } = useTranslation();
  const timeLeftMs = useTimeLeft(order.expires_at, { order, readAt: null });
  const { payout_promise: promise, payout_look_why: reviewedFor } = order;
  if (timeLeftMs === null) {
    if (promise === null || reviewedFor === 'check' || order.status === 'payout_failed') return null;
    return (
      <p className="figures mt-2 px-4 text-sm font-medium sm:px-5">{t('order.promised_by', { at: formatDateTime(promise.at, locale) })}</p>
    );
  }
  return (
    <p role="timer" className="figures mt-2 px-4 text-sm font-medium noscript:hidden sm:px-5">
      {t('own.overview.left', { time: formatTimeLeft(timeLeftMs) })}
    </p>
  );
}

function PairLink({ order, systems }: { readonly order: Order; readonly systems: readonly System[] }) {
  const { t, to } = useTranslation();
  const nameOf = (id: string): string => systems.find((system) => system.id === id)?.name ?? id;
  return (
    <Link className={`${buttonLook('plain')} w-full justify-between! text-left`} to={to(`/order/${order.id}/repeat`)}>
      <span className="min-w-0">
        {nameOf(order.payment_system_from_id)} → {nameOf(order.payment_system_to_id)}
      </span>
      <span className="link shrink-0 text-sm">{t('own.orders.repeat')}</span>
    </Link>
  );
}

/** Rows of what is known about cards, earnings and security, each with a link to its page. */
function useAccountRows({ cards, earned, hasSecondFactor }: OverviewData) {
  const { t, to, locale } = useTranslation();
  const link = (path: string, text: string) => (
    <Link className="link inline-flex min-h-6 items-center" to={to(path)}>
      {text}
    </Link>
  );
  return [
    ...(cards === null ? [] : [{ name: t('own.overview.cards'), value: link('/account/cards', t(`own.overview.card_${cards}`)) }]),
    ...(earned === null
      ? []
      : [
          {
            name: t('own.overview.earned'),
            value: link(
              '/account/earnings',
              (earned.some(({ amount }) => /[1-9]/.test(amount)) ? earned.filter(({ amount }) => /[1-9]/.test(amount)) : earned.slice(0, 1))
                .map(({ amount, currency }) => formatMoney(amount, { currency_iso_code: currency, precision: 2 }, locale))
                .join(' + '),
            ),
          },
        ]),
    ...(hasSecondFactor === null
      ? []
      : [
          {
            name: t('own.overview.security'),
            value: link('/account/security', t(`own.overview.factor_${hasSecondFactor ? 'on' : 'off'}`)),
          },
        ]),
  ];
}
