import { Button, buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { ReserveRequestAttributes } from '#contract/reserve-requests.ts';
import { formatMoney } from '#core/format/amount.ts';
import { NarrowPage } from '#web/account/NarrowPage.tsx';
import { FormNotice } from '#web/account/FormNotice.tsx';
import { errorsOf, type ReturnedForm } from '#web/account/returned-form.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import type { Wanted } from './reserve-request.ts';

interface CancelProps {
  readonly asked: ReserveRequestAttributes | null;
  readonly system: Wanted | null;
  readonly returned: ReturnedForm | undefined;
}

/** Whoever holds the letter wants to hear no more of it. */
export function CancelPage({ asked, system, returned }: CancelProps) {
  const { t, to, locale } = useWords();
  const home = (
    <p>
      <a className={buttonLook('plain')} href={to('/')}>
        {t('reserve_request.back')}
      </a>
    </p>
  );
  if (asked === null)
    return (
      <NarrowPage title={t('reserve_request.cancel.title')}>
        <Notice tone="loss">{t('reserve_request.cancel.wrong')}</Notice>
        {home}
      </NarrowPage>
    );
  const amount = system === null ? asked.amount : formatMoney(asked.amount, system, locale);
  const isOver = asked.state === 'cancelled' || asked.state === 'stale';
  return (
    <NarrowPage title={t('reserve_request.cancel.title')}>
      <p className="wrap-anywhere">
        {t('reserve_request.cancel.which', { name: system?.name ?? asked.payment_system_id, amount, email: asked.email_masked })}
      </p>
      <FormNotice {...errorsOf(returned, [])} />
      {isOver ? (
        <Notice role="status" title={t('reserve_request.cancel.done')} />
      ) : (
        <CheckedForm rules={{}} method="post">
          <Button type="submit" tone="action">
            {t('reserve_request.cancel.submit')}
          </Button>
        </CheckedForm>
      )}
      {home}
    </NarrowPage>
  );
}
