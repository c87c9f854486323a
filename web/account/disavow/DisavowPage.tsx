import { Button, buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Door } from '#web/account/Door.tsx';
import { FormNotice } from '#web/account/FormNotice.tsx';
import { errorsOf, type Returned } from '#web/account/posted.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useWords } from '#web/i18n/use-words.ts';

export interface DisavowPageProps {
  readonly isDone: boolean;
  readonly returned: Returned | undefined;
}

/** "This was not me": ends what began with a sign-in, and leads to a new password. */
export function DisavowPage({ isDone, returned }: DisavowPageProps) {
  const { t, to } = useWords();
  if (isDone)
    return (
      <Door title={t('security.disavow.done_title')}>
        <Notice role="status">{t('security.disavow.done')}</Notice>
        <a className={buttonLook('action')} href={to('/reset-password')}>
          {t('security.disavow.new_password')}
        </a>
      </Door>
    );
  return (
    <Door title={t('security.disavow.title')}>
      <p>{t('security.disavow.what')}</p>
      <FormNotice {...errorsOf(returned, [])} />
      <CheckedForm rules={{}} method="post">
        <Button type="submit" tone="action">
          {t('security.disavow.submit')}
        </Button>
      </CheckedForm>
    </Door>
  );
}
