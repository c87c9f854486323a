import { type FormEvent, useState } from 'react';
import { giveSecondFactor } from '#contract/account/second-factors.ts';
import { call } from '#contract/call.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useAction } from '#web/api/use-action.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { required } from '#web/form/rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { verifyPasskey, NO_PASSKEY } from './passkey.ts';

export type FactorMethod = 'totp' | 'passkey' | 'recovery_code';

/** Input attributes of a code field, by its kind. */
export const CODE_INPUT = {
  totp: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 16 },
  recovery_code: { autoComplete: 'off', maxLength: 64, autoCapitalize: 'none', spellCheck: false },
} as const;

export interface FactorFormProps {
  readonly methods: readonly FactorMethod[];
  readonly onDone: () => void;
}

/** Asks for a second factor: the first of `methods`, with buttons for the others. */
export function FactorForm({ methods, onDone }: FactorFormProps) {
  const { locale, t } = useTranslation();
  const action = useAction();
  const [method, setMethod] = useState<FactorMethod>(methods[0] ?? 'recovery_code');
  const [code, setCode] = useState('');
  const submitFactor = async () => {
    const transport = browserTransport(locale);
    if (method !== 'passkey') {
      const body = method === 'totp' ? { totp: code.trim() } : { recovery_code: code.trim() };
      return (await action.run(() => call(giveSecondFactor, { body }, transport))) === undefined ? undefined : onDone();
    }
    const result = await verifyPasskey(transport);
    if (result === NO_PASSKEY) return action.setProblem(t('security.passkey_not_shown'));
    return (await action.run(() => Promise.resolve(result))) === undefined ? undefined : onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void submitFactor();
  };
  const switchTo = (next: FactorMethod) => {
    setMethod(next);
    setCode('');
    action.setProblem(undefined);
  };
  return (
    <CheckedForm rules={method === 'passkey' ? {} : { code: required }} className="grid gap-4" onSubmit={submit}>
      <p className="text-sm text-muted">{t(`security.give.${method}`)}</p>
      {method === 'passkey' ? (
        <p role="alert" className="text-sm text-loss empty:hidden">
          {action.problem}
        </p>
      ) : (
        <TextField
          key={method}
          label={t(`security.code.${method}`)}
          name="code"
          required
          {...CODE_INPUT[method]}
          value={code}
          error={action.problem}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      <Button type="submit" tone="action" disabled={action.isBusy}>
        {t(`security.submit.${method}`)}
      </Button>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} tone="text" onClick={() => switchTo(other)}>
              {t(`security.instead.${other}`)}
            </Button>
          ))}
      </div>
    </CheckedForm>
  );
}
