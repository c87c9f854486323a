import type { OfficeWithdrawalAttributes } from '#contract/office/money/withdrawals.ts';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** State of a withdrawal, why it is held, and whether it is overdue. */
export function WithdrawalState({ withdrawal }: { readonly withdrawal: OfficeWithdrawalAttributes }) {
  const { t, locale } = useTranslation();
  const { status, held_until: heldUntil, is_stopped: isStopped, is_late: isLate, is_uncovered: isUncovered } = withdrawal;
  return (
    <>
      {t(`office_withdrawals.status.${status}`)}{' '}
      {heldUntil === null ? null : (
        <span className="badge calm">{t('office_withdrawals.held_until', { at: clockTime(heldUntil, locale) })}</span>
      )}{' '}
      {isStopped ? <span className="badge person">{t('office_withdrawals.stopped')}</span> : null}{' '}
      {isUncovered ? <span className="badge person">{t('office_withdrawals.uncovered')}</span> : null}{' '}
      {isLate ? <span className="badge person">{t('office_withdrawals.late')}</span> : null}
    </>
  );
}
