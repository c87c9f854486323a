import { useEffect, useState } from 'react';
import { formatTime } from '#core/format/moment.ts';
import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Requisites } from './Requisites.tsx';
import type { StateProps } from './state.ts';

/** Longer than a healthy provider needs. */
const LATE_MS = 15_000;

/** Whether the provider's response is late; it is asked again meanwhile. */
function useIsLate({ timeline, created_at: created, server_time: now }: StateProps['order']): boolean {
  const left = Date.parse(timeline.at(-1)?.at ?? created) + LATE_MS - Date.parse(now);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setOver(true), left);
    return () => clearTimeout(timer);
  }, [left]);
  return isOver || left <= 0;
}

/** Requisites are being prepared; a placeholder keeps their place. */
export function AwaitingRequisites({ order, requisitesState, sides }: StateProps) {
  const { t, locale } = useTranslation();
  const { requisites_promised_at: promised } = order;
  const isLate = useIsLate(order);
  const isTrouble = isLate && !order.are_requisites_taken && !order.received_by_people;
  return (
    <div className="grid gap-4">
      {order.are_requisites_taken ? (
        <Notice tone="time">
          {promised === null ? t('order.taken.unpromised') : t('order.taken.promised', { at: formatTime(promised, locale) })}
        </Notice>
      ) : null}
      {isTrouble ? (
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
