import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { officeCheckMail, type OpeningAttributes } from '#contract/office-opening.ts';
import { keys } from '#office/api/keys.ts';
import { fieldProblem, problemWords } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { clockTime } from '#office/format/moment.ts';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';

/** A letter to oneself: that it arrives is the proof. */
export function MailCheck({ last }: { readonly last: OpeningAttributes['mail_check'] }) {
  const api = useApi();
  const queries = useQueryClient();
  const { t, locale } = useWords();
  const [to, setTo] = useState(useOperator().email);
  const check = useMutation({
    mutationFn: () => api(officeCheckMail, { body: { to: to.trim() } }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.opening() }),
  });
  const submit = () => check.mutate();
  const wrong = fieldProblem(check.error, 'to');
  return (
    <CheckedForm className="opening-form" onSubmit={submit}>
      <TextInput
        label={t('office_opening.mail.to')}
        type="email"
        required
        autoComplete="email"
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
        error={wrong}
      />
      {check.isError && wrong === undefined ? (
        <p className="problem" role="alert">
          {problemWords(check.error, t)}
        </p>
      ) : null}
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
