import { lazy, Suspense, useEffect, useState } from 'react';
import { useIsHydrated } from '#web/loading/use-is-hydrated.ts';
import { formatTime } from '#core/format/moment.ts';
import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Requisites } from './Requisites.tsx';
import type { StateProps } from './state-props.ts';
import { retryUntilLoaded } from '#web/loading/late-parts.ts';

const OrderCard = lazy(async () => ({ default: (await retryUntilLoaded(() => import('#web/card-verification/OrderCard.tsx'))).OrderCard }));

/** Longer than a healthy provider needs. */
const LATE_MS = 15_000;

/** Whether the provider's response is late. The page keeps polling for it. */
function useIsLate({ timeline, created_at: created, server_time: now }: StateProps['order']): boolean {
  const remainingMs = Date.parse(timeline.at(-1)?.at ?? created) + LATE_MS - Date.parse(now);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (remainingMs <= 0) return;
    const timer = setTimeout(() => setOver(true), remainingMs);
    return () => clearTimeout(timer);
  }, [remainingMs]);
  return isOver || remainingMs <= 0;
}

/** Requisites are being prepared; a placeholder keeps their place. */
export function AwaitingRequisites({ order, requisitesState, sides }: StateProps) {
  const { t, locale } = useTranslation();
  const { requisites_promised_at: promised } = order;
  const isLate = useIsLate(order);
  const hasFailed = isLate && !order.are_requisites_taken && !order.received_by_people;
  return (
    <div className="grid gap-4">
      {order.are_requisites_taken ? (
        <Notice tone="time">
          {promised === null ? t('order.taken.unpromised') : t('order.taken.promised', { at: formatTime(promised, locale) })}
        </Notice>
      ) : null}
      {hasFailed ? (
        <Notice tone="loss" role="status">
          {t('order.form_failed')}
        </Notice>
      ) : null}
      <Requisites requisitesState={{ ...requisitesState, requisites: null }} sides={sides} />
    </div>
  );
}

/** Withdrawals only: confirmed by the link in the e-mail. */
export function AwaitingConfirmation({ order }: StateProps) {
  const { t } = useTranslation();
  return <Notice>{t('order.confirm_by_mail', { email: order.email_masked })}</Notice>;
}

/** The card must be verified by an operator before requisites are issued (T2; spec 9: 1 to 5 minutes, 07:00 to 23:00 Moscow time). */
export function AwaitingVerification({ order }: StateProps) {
  const { t } = useTranslation();
  const isHydrated = useIsHydrated();
  const [masked] = Object.values(order.income_requisites_masked);
  return (
    <div className="grid gap-5">
      <Notice>{t('order.verification')}</Notice>
      {isHydrated ? (
        <Suspense>
          <OrderCard orderId={order.id} masked={masked ?? null} version={order.version} />
        </Suspense>
      ) : null}
    </div>
  );
}
