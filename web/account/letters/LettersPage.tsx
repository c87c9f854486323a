import { Form } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { MailChoicesAttributes } from '#contract/mail-choices.ts';
import { MAIL_CHOICES } from '#core/mail/choices.ts';
import { FormNotice } from '#web/account/FormNotice.tsx';
import { errorsOf, type Returned } from '#web/account/posted.ts';
import { useWords } from '#web/i18n/use-words.ts';

interface LettersPageProps {
  readonly email: string;
  readonly isProven: boolean;
  readonly choices: MailChoicesAttributes;
  readonly isSaved: boolean;
  readonly returned: Returned | undefined;
}

/** Which letters come; which always do is said as well. */
export function LettersPage({ email, isProven, choices, isSaved, returned }: LettersPageProps) {
  const { t } = useWords();
  return (
    <div className="grid max-w-xl gap-6">
      <h1 className="text-2xl font-semibold text-balance">{t('own.letters.title')}</h1>
      <p className="text-muted wrap-anywhere">{t('own.letters.lead', { email })}</p>
      <FormNotice {...errorsOf(returned, [])} />
      {isSaved && returned === undefined ? <Notice role="status">{t('own.letters.saved')}</Notice> : null}
      {isProven ? null : <Notice tone="time">{t('own.letters.unproven')}</Notice>}
      <Form method="post">
        <fieldset disabled={!isProven} className="grid gap-4">
          <legend className="mb-3 font-semibold">{t('own.letters.optional')}</legend>
          {MAIL_CHOICES.map((choice) => (
            <CheckField key={choice} name={choice} label={t(`own.letters.choice.${choice}`)} defaultChecked={choices[choice]} />
          ))}
          <p>
            <Button type="submit">{t('own.save')}</Button>
          </p>
        </fieldset>
      </Form>
      <section className="grid gap-2 text-sm leading-6">
        <h2 className="font-semibold">{t('own.letters.always')}</h2>
        <p className="text-muted">{t('own.letters.always_text')}</p>
      </section>
    </div>
  );
}
