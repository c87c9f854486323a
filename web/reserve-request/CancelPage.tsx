import type { ReserveRequestAttributes } from '#contract/public/reserve-requests.ts';
import { formatMoney } from '#core/format/amount.ts';
import { Button, buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { errorsOf, type ReturnedForm } from '#web/form/returned-form.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NarrowPage } from '#web/layout/NarrowPage.tsx';
import type { RequestedSystem } from './reserve-request-routes.ts';

interface CancelProps {
  readonly reserveRequest: ReserveRequestAttributes | null;
  readonly system: RequestedSystem | null;
  readonly returned: ReturnedForm | undefined;
}

/** Cancels a reserve request by the link of its e-mail. */
export function CancelPage({ reserveRequest, system, returned }: CancelProps) {
  const { t, to, locale } = useTranslation();
  const home = (
    <p>
      <a className={buttonLook('plain')} href={to('/')}>
        {t('reserve_request.back')}
      </a>
    </p>
  );
  if (reserveRequest === null)
    return (
      <NarrowPage title={t('reserve_request.cancel.title')}>
        <Notice tone="loss">{t('reserve_request.cancel.wrong')}</Notice>
        {home}
      </NarrowPage>
    );
  const amount = system === null ? reserveRequest.amount : formatMoney(reserveRequest.amount, system, locale);
  const isOver = reserveRequest.state === 'cancelled' || reserveRequest.state === 'stale';
  return (
    <NarrowPage title={t('reserve_request.cancel.title')}>
      <p className="wrap-anywhere">
        {t('reserve_request.cancel.which', {
          name: system?.name ?? reserveRequest.payment_system_id,
          amount,
          email: reserveRequest.email_masked,
        })}
      </p>
      <FormNotice {...errorsOf(returned, [])} />
      {isOver ? (
        <Notice role="status" title={t('reserve_request.cancel.done')} />
      ) : (
        <CheckedForm method="post">
          <Button type="submit" tone="action">
            {t('reserve_request.cancel.submit')}
          </Button>
        </CheckedForm>
      )}
      {home}
    </NarrowPage>
  );
}
