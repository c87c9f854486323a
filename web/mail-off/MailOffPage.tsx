import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { MailChoiceAttributes } from '#contract/account/mail-choices.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

interface MailOffPageProps {
  readonly choice: MailChoiceAttributes | null;
  readonly token: string;
}

/** Switches one kind of e-mail off and on again; the token of the e-mail is enough. */
export function MailOffPage({ choice, token }: MailOffPageProps) {
  const { t, to } = useTranslation();
  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 py-8 sm:px-6 md:py-14">
      <title>{t('shell.titled', { title: t('own.off.title') })}</title>
      <h1 className="text-2xl font-semibold text-balance">{t('own.off.title')}</h1>
      {choice === null ? (
        <Notice tone="loss">{t('own.off.wrong')}</Notice>
      ) : (
        <>
          <p className="wrap-anywhere">
            {t('own.off.which', { email: choice.email_masked })} {t(`own.off.choice.${choice.choice}`)}.
          </p>
          <Notice role="status" title={t(choice.is_on ? 'own.off.is_on' : 'own.off.is_off')}>
            {t('own.off.others')}
          </Notice>
          {/* A plain form: the same address takes the one press of mail programs */}
          <CheckedForm method="post" action={`${to('/mail/off')}?t=${encodeURIComponent(token)}`}>
            <Button type="submit" tone="action" name="letters" value={choice.is_on ? 'off' : 'on'}>
              {t(choice.is_on ? 'own.off.switch_off' : 'own.off.switch_on')}
            </Button>
          </CheckedForm>
        </>
      )}
    </div>
  );
}
