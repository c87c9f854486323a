import { useNavigation } from 'react-router';
import { formatDateTime } from '#core/format/moment.ts';
import { Button, buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { errorsOf, type ReturnedForm } from '#web/form/returned-form.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NarrowPage } from '#web/layout/NarrowPage.tsx';
import { WithdrawalRows, type WithdrawalProps } from '#web/withdrawals/WithdrawalRows.tsx';

export interface ConfirmPageProps {
  /** The withdrawal to confirm; null: the link is invalid. */
  readonly withdrawal: WithdrawalProps | null;
  readonly invalidLinkMessage: string | null;
  /** The result, once the button was pressed; `heldUntil`: when the hold on a new wallet ends. */
  readonly confirmed: { readonly heldUntil: string | null } | undefined;
  readonly returned: ReturnedForm | undefined;
}

/** Page of the e-mail link: the withdrawal and the button that confirms it. */
export function ConfirmPage({ withdrawal, invalidLinkMessage, confirmed, returned }: ConfirmPageProps) {
  const { t, to, locale } = useTranslation();
  const isBusy = useNavigation().state !== 'idle';
  const errors = errorsOf(returned, []);
  if (confirmed !== undefined)
    return (
      <NarrowPage title={t('withdrawal.confirm.done_title')}>
        <Notice role="status">
          {confirmed.heldUntil === null
            ? t('withdrawal.confirm.done')
            : t('withdrawal.confirm.done_held', { at: formatDateTime(confirmed.heldUntil, locale) })}
        </Notice>
        <a className={buttonLook('plain')} href={to('/account/earnings/withdraw')}>
          {t('withdrawal.confirm.to_account')}
        </a>
      </NarrowPage>
    );
  if (withdrawal === null || errors.isLinkInvalid)
    return (
      <NarrowPage title={t('withdrawal.confirm.dead_title')}>
        <p role="alert" className="leading-7">
          {errors.generalErrors[0] ?? invalidLinkMessage ?? ''}
        </p>
        <p className="text-sm text-muted">{t('withdrawal.confirm.dead')}</p>
        <a className={buttonLook('action')} href={to('/account/earnings/withdraw')}>
          {t('withdrawal.confirm.to_account')}
        </a>
      </NarrowPage>
    );
  const { order } = withdrawal;
  const heldUntil = order.withdrawal?.hold_expected_until ?? null;
  return (
    <NarrowPage title={t('withdrawal.confirm.title')}>
      <p className="leading-7">{t('withdrawal.confirm.lead')}</p>
      <div className="rounded-tray bg-sheet p-4">
        <WithdrawalRows {...withdrawal} />
      </div>
      {heldUntil === null ? null : <Notice tone="time">{t('withdrawal.confirm.held', { at: formatDateTime(heldUntil, locale) })}</Notice>}
      <FormNotice {...errors} />
      <CheckedForm method="post">
        <input type="hidden" name="expected_outcome_amount" value={order.estimate?.outcome_amount ?? ''} />
        <Button type="submit" tone="action" aria-disabled={isBusy}>
          {t('withdrawal.confirm.submit')}
        </Button>
      </CheckedForm>
      <p className="text-sm text-muted">{t('withdrawal.confirm.not_me')}</p>
    </NarrowPage>
  );
}
