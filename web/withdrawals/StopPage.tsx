import { Button, buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { errorsOf, type ReturnedForm } from '#web/form/returned-form.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NarrowPage } from '#web/layout/NarrowPage.tsx';

/** "This was not me": cancels a withdrawal not yet sent, and leads to a new password. */
export function StopPage({ isStopped, returned }: { readonly isStopped: boolean; readonly returned: ReturnedForm | undefined }) {
  const { t, to } = useTranslation();
  if (isStopped)
    return (
      <NarrowPage title={t('withdrawal.stop.done_title')}>
        <Notice role="status">{t('withdrawal.stop.done')}</Notice>
        <a className={buttonLook('action')} href={to('/reset-password')}>
          {t('withdrawal.stop.new_password')}
        </a>
      </NarrowPage>
    );
  return (
    <NarrowPage title={t('withdrawal.stop.title')}>
      <p className="leading-7">{t('withdrawal.stop.lead')}</p>
      <FormNotice {...errorsOf(returned, [])} />
      <CheckedForm method="post">
        <Button type="submit" tone="action">
          {t('withdrawal.stop.submit')}
        </Button>
      </CheckedForm>
    </NarrowPage>
  );
}
