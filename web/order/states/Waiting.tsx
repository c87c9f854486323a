import { formatTime } from '#core/format/moment.ts';
import { Notice } from '#ui/Notice.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { Requisites } from './Requisites.tsx';
import type { StateProps } from './state.ts';

/** Requisites are on their way: the place they will take is already there. */
export function AwaitingRequisites({ order, asked, sides }: StateProps) {
  const { t, locale } = useWords();
  const { requisites_promised_at: promised } = order;
  return (
    <div className="grid gap-4">
      {order.are_requisites_taken ? (
        <Notice tone="time">
          {promised === null ? t('order.taken.unpromised') : t('order.taken.promised', { at: formatTime(promised, locale) })}
        </Notice>
      ) : null}
      <Requisites asked={{ ...asked, requisites: null }} sides={sides} />
    </div>
  );
}

/** Withdrawals only: the link in the mail confirms them. */
export function AwaitingConfirmation({ order }: StateProps) {
  const { t } = useWords();
  return <Notice>{t('order.confirm_by_mail', { email: order.email_masked })}</Notice>;
}
