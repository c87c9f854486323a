import { Button, buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { errorsOf, type ReturnedForm } from '#web/form/returned-form.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NarrowPage } from '#web/layout/NarrowPage.tsx';

export interface DisavowPageProps {
  readonly isDisavowed: boolean;
  readonly returned: ReturnedForm | undefined;
}

/** "This was not me": ends the session named in an e-mail, and leads to a new password. */
export function DisavowPage({ isDisavowed, returned }: DisavowPageProps) {
  const { t, to } = useTranslation();
  if (isDisavowed)
    return (
      <NarrowPage title={t('security.disavow.done_title')}>
        <Notice role="status">{t('security.disavow.done')}</Notice>
        <a className={buttonLook('action')} href={to('/reset-password')}>
          {t('security.disavow.new_password')}
        </a>
      </NarrowPage>
    );
  return (
    <NarrowPage title={t('security.disavow.title')}>
      <p>{t('security.disavow.what')}</p>
      <FormNotice {...errorsOf(returned, [])} />
      <CheckedForm method="post">
        <Button type="submit" tone="action">
          {t('security.disavow.submit')}
        </Button>
      </CheckedForm>
    </NarrowPage>
  );
}
