import { type FormEvent, useState } from 'react';
import { beginProvider } from '#contract/account/sign-in-providers.ts';
import { addPassword, dropPassword, removeAuthentication, type SignInMethodsAttributes } from '#contract/account/sign-in-methods.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useAccountCall } from '#web/step-up/use-account-call.ts';
import { useAction } from '#web/api/use-action.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { newPassword, passwordAgain } from '#web/form/password-rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Part } from '#web/layout/Part.tsx';

export interface WaysInProps {
  readonly ways: SignInMethodsAttributes;
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  readonly hasPasskey: boolean;
  readonly onChanged: () => void;
}

/** A first password of an account that has none. */
function FirstPassword({ onChanged }: Pick<WaysInProps, 'onChanged'>) {
  const { t } = useTranslation();
  const api = useAccountCall();
  const action = useAction();
  const [[password, confirmation], setPasswords] = useState(['', '']);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const response = await action.run(() =>
      api(addPassword, { body: { password: password ?? '', password_confirmation: confirmation ?? '' } }),
    );
    if (response !== undefined) onChanged();
  };
  return (
    <CheckedForm
      rules={{ password: newPassword(), password_confirmation: passwordAgain }}
      className="grid max-w-md gap-4"
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label={t('account.field.new_password')}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        hint={t('account.password.rule')}
        value={password}
        error={action.problem}
        onChange={(event) => setPasswords([event.currentTarget.value, confirmation ?? ''])}
      />
      <TextField
        label={t('account.field.password_again')}
        name="password_confirmation"
        type="password"
        autoComplete="new-password"
        required
        value={confirmation}
        onChange={(event) => setPasswords([password ?? '', event.currentTarget.value])}
      />
      <Button type="submit" className="justify-self-start" disabled={action.isBusy}>
        {t('security.ways.add_password')}
      </Button>
    </CheckedForm>
  );
}

/** Password and linked providers. The last way to sign in cannot be removed. */
export function WaysIn({ ways, providers, hasPasskey, onChanged }: WaysInProps) {
  const { t, to } = useTranslation();
  const api = useAccountCall();
  const action = useAction();
  const nameOf = (id: string): string => providers.find((provider) => provider.id === id)?.name ?? id;
  const link = async (id: string) => {
    const body = { purpose: 'link', return_to: to('/account/security') } as const;
    const started = await action.run(() => api(beginProvider, { params: { id }, body }));
    if (started !== undefined) globalThis.location.assign(started.data.attributes.url);
  };
  const unlink = async (provider: string) => {
    if ((await action.run(() => api(removeAuthentication, { query: { provider } }))) !== undefined) onChanged();
  };
  const removePassword = async () => {
    if ((await action.run(() => api(dropPassword, {}))) !== undefined) onChanged();
  };
  const linked = new Set(ways.identities.map(({ provider }) => provider));
  // The hint is about other ways to sign in: without any it is left out
  const hasOthers = hasPasskey || linked.size > 0 || providers.length > 0;
  const isDroppable = ways.has_password && (hasPasskey || linked.size > 0);
  return (
    <Part title={t('security.ways.title')} {...(hasOthers ? { hint: t('security.ways.hint') } : {})} problem={action.problem}>
      <ul className="grid divide-y divide-line">
        {ways.has_password ? (
          <li className="flex min-h-11 flex-wrap items-center gap-x-4 py-2">
            <span className="mr-auto font-medium">{t('account.field.password')}</span>
            {isDroppable ? (
              <Button tone="text" className="min-h-11" disabled={action.isBusy} onClick={() => void removePassword()}>
                {t('security.ways.drop_password')}
              </Button>
            ) : null}
          </li>
        ) : null}
        {ways.identities.map(({ provider, email }) => (
          <li key={provider} className="flex flex-wrap items-center gap-x-4 py-2">
            <span className="font-medium">{nameOf(provider)}</span>
            <span className="mr-auto min-w-0 text-sm text-muted wrap-anywhere">{email}</span>
            <Button tone="text" className="min-h-11" disabled={action.isBusy} onClick={() => void unlink(provider)}>
              {t('security.ways.part')}
              <span className="sr-only">: {nameOf(provider)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {ways.has_password ? null : <FirstPassword onChanged={onChanged} />}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {providers
          .filter(({ id }) => !linked.has(id))
          .map(({ id, name }) => (
            <Button key={id} disabled={action.isBusy} onClick={() => void link(id)}>
              {t('security.ways.link', { provider: name })}
            </Button>
          ))}
      </div>
    </Part>
  );
}
