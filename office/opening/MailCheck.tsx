import { Button } from '@mantine/core';
import { officeCheckMail, type OpeningAttributes } from '#contract/office/shop/opening.ts';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { useCommand } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { clockTime } from '#office/format/moment.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import './SectionForm.css';

/** Sends a test e-mail. */
export function MailCheck({ last }: { readonly last: OpeningAttributes['mail_check'] }) {
  const { t, locale } = useTranslation();
  const form = useFields({ to: useOperator().email });
  const check = useCommand(officeCheckMail, { after: [keys.opening()] });
  const send = () => check.run({ body: { to: form.values.to.trim() } });
  return (
    <CheckedForm className="opening-form" command={check} onSubmit={send}>
      <TextInput {...form.text('to')} label={t('office_opening.mail.to')} type="email" required autoComplete="email" />
      <FormProblem />
      {last === null ? null : (
        <p role="status" className={last.outcome === 'failed' ? 'problem' : 'dim'}>
          {t(`office_opening.mail.${last.outcome}`, { to: last.to, at: clockTime(last.at, locale), reason: last.reason ?? '' })}
        </p>
      )}
      <div className="row">
        <Button type="submit" size="sm" variant="default" loading={check.isPending}>
          {t('office_opening.mail.send')}
        </Button>
      </div>
    </CheckedForm>
  );
}
