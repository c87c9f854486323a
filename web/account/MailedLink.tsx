import { Button, buttonLook } from '#ui/Button.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { Door } from './Door.tsx';
import { FormNotice } from './FormNotice.tsx';
import type { MailedDeed } from './mailed-link.ts';
import { errorsOf, type Returned } from './posted.ts';

/** Where whoever holds a link that is over gets what it was for. */
const INSTEAD: Readonly<Record<MailedDeed, string>> = {
  new_email: '/account/settings',
  old_email: '/reset-password',
  not_mine: '/reset-password',
};

/** The page of a mailed link: says what its one button does, or what to do when the link is over. */
export function MailedLink({ deed, returned }: { readonly deed: MailedDeed; readonly returned: Returned | undefined }) {
  const { t, to } = useWords();
  const errors = errorsOf(returned, []);
  if (errors.isDead) {
    return (
      <Door title={t('account.new_password.dead')}>
        <p role="alert" className="leading-7">
          {t(`account.${deed}.dead`)}
        </p>
        <a className={buttonLook('action')} href={to(INSTEAD[deed])}>
          {t(`account.${deed}.instead`)}
        </a>
      </Door>
    );
  }
  return (
    <Door title={t(`account.${deed}.title`)}>
      <p className="leading-7">{t(`account.${deed}.lead`)}</p>
      <FormNotice {...errors} />
      <CheckedForm rules={{}} method="post">
        <Button type="submit" tone="action">
          {t(`account.${deed}.submit`)}
        </Button>
      </CheckedForm>
    </Door>
  );
}
