import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changePassword } from '#contract/account.ts';
import { keys } from '#office/api/keys.ts';
import { fieldProblem, problemWords } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { PasswordInput } from '#office/form/fields.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';

/** A new password; every other session ends with it. */
export function PasswordForm() {
  const api = useApi();
  const queries = useQueryClient();
  const { email } = useOperator();
  const { t } = useWords();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    mutationFn: () => api(changePassword, { body: { current_password: current, password: next, password_confirmation: next } }),
    onSuccess: () => {
      setCurrent('');
      setNext('');
      void queries.invalidateQueries({ queryKey: keys.ownSessions() });
    },
  });
  const submit = () => change.mutate();
  const wrong = { current: fieldProblem(change.error, 'current_password'), next: fieldProblem(change.error, 'password') };
  const eye = { 'aria-label': t('office.sign_in.show_password') };
  return (
    <CheckedForm className="part factor-part" onSubmit={submit}>
      <h2>{t('office_staff.password.title')}</h2>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordInput
        label={t('office_staff.password.current')}
        autoComplete="current-password"
        required
        value={current}
        error={wrong.current}
        onChange={(event) => setCurrent(event.currentTarget.value)}
        visibilityToggleButtonProps={eye}
      />
      <PasswordInput
        label={t('office_staff.password.next')}
        description={t('office_door.invitation.password_rule')}
        autoComplete="new-password"
        required
        value={next}
        error={wrong.next}
        onChange={(event) => setNext(event.currentTarget.value)}
        visibilityToggleButtonProps={eye}
      />
      {change.isError && wrong.current === undefined && wrong.next === undefined ? (
        <p className="problem" role="alert">
          {problemWords(change.error, t)}
        </p>
      ) : null}
      {change.isSuccess ? <p role="status">{t('office_staff.password.done')}</p> : null}
      <div className="row">
        <Button type="submit" size="sm" variant="default" loading={change.isPending}>
          {t('office_staff.password.submit')}
        </Button>
      </div>
    </CheckedForm>
  );
}
