import { Button, Loader } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { acceptInvitation, getInvitation } from '#contract/invitations.ts';
import { createSession } from '#contract/sessions.ts';
import { fieldProblem, problemWords } from '#office/api/problem.ts';
import { statusOf, useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { PasswordInput, TextInput } from '#office/form/fields.tsx';
import { BASE } from '#office/paths.ts';
import { Problem } from '#office/pieces/Problem.tsx';
import { LocaleSwitch, SchemeSwitch } from '#office/shell/Switches.tsx';
import { useWords } from '#office/words/Words.tsx';

function AcceptForm({ token, email, role }: { readonly token: string; readonly email: string; readonly role: string }) {
  const api = useApi();
  const { t } = useWords();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const accept = useMutation({
    mutationFn: async () => {
      await api(acceptInvitation, { params: { token }, body: { full_name: name.trim(), password } });
      await api(createSession, { body: { email, password } });
    },
    // A whole new page: the office begins with the second factor
    onSuccess: () => window.location.assign(BASE),
  });
  const submit = () => accept.mutate();
  const wrong = { name: fieldProblem(accept.error, 'full_name'), password: fieldProblem(accept.error, 'password') };
  return (
    <CheckedForm className="door sheet" onSubmit={submit}>
      <h1>{t('office_door.invitation.title')}</h1>
      <p>{t('office_door.invitation.hint', { email, role: t(`office.role.${role}`) })}</p>
      <TextInput
        label={t('office_door.invitation.name')}
        autoComplete="name"
        required
        maxLength={100}
        value={name}
        error={wrong.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordInput
        label={t('office_door.invitation.password')}
        description={t('office_door.invitation.password_rule')}
        name="password"
        autoComplete="new-password"
        required
        value={password}
        error={wrong.password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('office.sign_in.show_password') }}
      />
      {accept.isError && wrong.name === undefined && wrong.password === undefined ? (
        <p className="problem" role="alert">
          {problemWords(accept.error, t)}
        </p>
      ) : null}
      <Button type="submit" loading={accept.isPending}>
        {t('office_door.invitation.submit')}
      </Button>
    </CheckedForm>
  );
}

/** Where the link of an invitation leads: a name, a password, then the second factor. */
export function InvitationPage() {
  const { token = '' } = useParams();
  const api = useApi();
  const { t } = useWords();
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api(getInvitation, { params: { token }, signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    document.title = t('office_door.invitation.title');
  }, [t]);
  const one = invitation.data?.data.attributes;
  return (
    <main className="centre">
      {invitation.isPending ? <Loader aria-label={t('office.loading')} /> : null}
      {statusOf(invitation.error) === 404 ? (
        <div className="door sheet">
          <h1>{t('office_door.invitation.over')}</h1>
          <p className="dim">{t('office_door.invitation.over_hint')}</p>
        </div>
      ) : null}
      {invitation.isError && statusOf(invitation.error) !== 404 ? (
        <Problem error={invitation.error} retry={() => void invitation.refetch()} />
      ) : null}
      {one === undefined ? null : <AcceptForm token={token} email={one.email} role={one.role} />}
      <div className="switches">
        <LocaleSwitch />
        <SchemeSwitch />
      </div>
    </main>
  );
}
