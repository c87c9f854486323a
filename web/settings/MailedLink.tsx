import { Button, buttonLook } from '#ui/Button.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { errorsOf, type ReturnedForm } from '#web/form/returned-form.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NarrowPage } from '#web/layout/NarrowPage.tsx';
import type { MailedAction } from './settings-routes.ts';

/** Where to go when a link is no longer valid, by its action. */
const FALLBACK_PATH: Readonly<Record<MailedAction, string>> = {
  new_email: '/account/settings',
  old_email: '/reset-password',
  not_mine: '/reset-password',
};

/** Page of a mailed link: what its button does, or what to do when the link is no longer valid. */
export function MailedLink({ action, returned }: { readonly action: MailedAction; readonly returned: ReturnedForm | undefined }) {
  const { t, to } = useTranslation();
  const errors = errorsOf(returned, []);
  if (errors.isLinkInvalid) {
    return (
      <NarrowPage title={t('account.new_password.dead')}>
        <p role="alert" className="leading-7">
          {t(`account.${action}.dead`)}
        </p>
        <a className={buttonLook('action')} href={to(FALLBACK_PATH[action])}>
          {t(`account.${action}.instead`)}
        </a>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage title={t(`account.${action}.title`)}>
      <p className="leading-7">{t(`account.${action}.lead`)}</p>
      <FormNotice {...errors} />
      <CheckedForm method="post">
        <Button type="submit" tone="action">
          {t(`account.${action}.submit`)}
        </Button>
      </CheckedForm>
    </NarrowPage>
  );
}
