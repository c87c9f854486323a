import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { createSession } from '#contract/sessions.ts';
import { keys } from '#office/api/keys.ts';
import { problemWords } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { useWords } from '#office/words/Words.tsx';
import { LocaleSwitch, SchemeSwitch } from './Switches.tsx';

/** The door of the office. */
export function SignIn() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const signIn = useMutation({
    mutationFn: () => api(createSession, { body: { email: email.trim(), password } }),
    onSuccess: () => queries.resetQueries({ queryKey: keys.operator() }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <main className="centre">
      <form className="door sheet" onSubmit={submit}>
        <h1>{t('office.sign_in.title')}</h1>
        <p className="dim">{t('office.sign_in.hint')}</p>
        <TextInput
          label={t('office.sign_in.email')}
          type="email"
          name="email"
          autoComplete="username"
          required
          ref={first}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('office.sign_in.password')}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('office.sign_in.show_password') }}
        />
        {signIn.isError ? (
          <p className="problem" role="alert">
            {problemWords(signIn.error, t)}
          </p>
        ) : null}
        <Button type="submit" loading={signIn.isPending}>
          {t('office.sign_in.submit')}
        </Button>
      </form>
      <div className="switches">
        <LocaleSwitch />
        <SchemeSwitch />
      </div>
    </main>
  );
}
