import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { officeInvite } from '#contract/office-staff.ts';
import { OPERATOR_ROLES, type OperatorRole } from '#core/access.ts';
import { keys } from '#office/api/keys.ts';
import { fieldProblem, problemWords } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Select, TextInput } from '#office/form/fields.tsx';
import { Copy } from '#office/pieces/Copy.tsx';
import { useWords } from '#office/words/Words.tsx';

/** What became of an invitation: mailed, to be handed over, or waiting for a second owner. */
function Outcome({ email, link, isWaiting }: { readonly email: string; readonly link: string | null; readonly isWaiting: boolean }) {
  const { t } = useWords();
  if (isWaiting) return <p role="status">{t('office_staff.invite.waits', { email })}</p>;
  if (link === null) return <p role="status">{t('office_staff.invite.sent', { email })}</p>;
  return (
    <div role="status">
      <p>{t('office_staff.invite.hand_over', { email })}</p>
      <Copy value={link} />
    </div>
  );
}

/** Asks somebody to work here. */
export function InviteForm() {
  const api = useApi();
  const queries = useQueryClient();
  const { t, locale } = useWords();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<OperatorRole>('cashier');
  const send = useMutation({
    mutationFn: () => api(officeInvite, { body: { email: email.trim(), role, locale } }),
    onSuccess: () => {
      setEmail('');
      void queries.invalidateQueries({ queryKey: keys.staff() });
    },
  });
  const submit = () => send.mutate();
  const wrong = fieldProblem(send.error, 'email');
  return (
    <CheckedForm className="sheet invite" onSubmit={submit} waits={{ kind: 'invite_staff' }}>
      <h2>{t('office_staff.invite.title')}</h2>
      <TextInput
        label={t('office_staff.email')}
        type="email"
        required
        maxLength={254}
        value={email}
        error={wrong}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Select
        label={t('office_staff.role')}
        data={OPERATOR_ROLES.map((value) => ({ value, label: t(`office.role.${value}`) }))}
        value={role}
        allowDeselect={false}
        onChange={(value) => setRole(OPERATOR_ROLES.find((one) => one === value) ?? role)}
      />
      {send.isError && wrong === undefined ? (
        <p className="problem" role="alert">
          {problemWords(send.error, t)}
        </p>
      ) : null}
      <Button type="submit" loading={send.isPending}>
        {t('office_staff.invite.send')}
      </Button>
      {send.data === undefined ? null : (
        <Outcome
          email={send.variables === undefined ? (send.data.data?.attributes.email ?? '') : ''}
          link={send.data.data?.attributes.link ?? null}
          isWaiting={send.data.data === null}
        />
      )}
    </CheckedForm>
  );
}
