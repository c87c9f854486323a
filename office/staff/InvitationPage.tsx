import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { acceptInvitation, getInvitation } from '#contract/account/invitations.ts';
import { createSession } from '#contract/account/sessions.ts';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { useAction } from '#office/api/use-command.ts';
import { Problem, useDocumentTitle } from '#office/components/Screen.tsx';
import { statusOf } from '#office/api/call-failure.ts';
import { useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { PasswordInput, TextInput } from '#office/form/fields.tsx';
import { BASE } from '#office/paths.ts';
import { LocaleSwitch, SchemeSwitch } from '#office/components/Switches.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

function AcceptForm({ token, email, role }: { readonly token: string; readonly email: string; readonly role: string }) {
  const { t } = useTranslation();
  const form = useFields({ full_name: '', password: '' });
  const accept = useAction(
    async (_: null, call) => {
      const { full_name: name, password } = form.values;
      await call(acceptInvitation, { params: { token }, body: { full_name: name.trim(), password } });
      await call(createSession, { body: { email, password } });
    },
    // A new page load: the office starts with the second factor
    { isKeyed: false, onDone: () => window.location.assign(BASE) },
  );
  return (
    <CheckedForm className="door sheet" command={accept} onSubmit={() => accept.run(null)}>
      <h1>{t('office_door.invitation.title')}</h1>
      <p>{t('office_door.invitation.hint', { email, role: t(`office.role.${role}`) })}</p>
      <TextInput {...form.text('full_name')} label={t('office_door.invitation.name')} autoComplete="name" required maxLength={100} />
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordInput
        {...form.text('password')}
        label={t('office_door.invitation.password')}
        description={t('office_door.invitation.password_rule')}
        name="password"
        autoComplete="new-password"
        required
        visibilityToggleButtonProps={{ 'aria-label': t('office.sign_in.show_password') }}
      />
      <FormProblem />
      <Button type="submit" loading={accept.isPending}>
        {t('office_door.invitation.submit')}
      </Button>
    </CheckedForm>
  );
}

/** Accepts an invitation: name and password; the second factor follows in the office. */
export function InvitationPage() {
  const { token = '' } = useParams();
  const api = useApi();
  const { t } = useTranslation();
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api(getInvitation, { params: { token }, signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  useDocumentTitle(t('office_door.invitation.title'));
  const attributes = invitation.data?.data.attributes;
  return (
    <main className="centre">
      {invitation.isPending ? <Loader role="progressbar" aria-label={t('office.loading')} /> : null}
      {statusOf(invitation.error) === 404 ? (
        <div className="door sheet">
          <h1>{t('office_door.invitation.over')}</h1>
          <p className="dim">{t('office_door.invitation.over_hint')}</p>
        </div>
      ) : null}
      {invitation.isError && statusOf(invitation.error) !== 404 ? (
        <Problem error={invitation.error} retry={() => void invitation.refetch()} />
      ) : null}
      {attributes === undefined ? null : <AcceptForm token={token} email={attributes.email} role={attributes.role} />}
      <div className="row">
        <LocaleSwitch />
        <SchemeSwitch />
      </div>
    </main>
  );
}
