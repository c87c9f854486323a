import { type FormEvent, useState } from 'react';
import { call } from '#contract/call.ts';
import { giveSecondFactor } from '#contract/second-factors.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useDeed } from '#web/account/fresh/use-deed.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { required } from '#web/form/rules.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { givePasskey, NOT_SHOWN } from './passkey.ts';

export type Method = 'totp' | 'passkey' | 'recovery_code';

/** What a code field takes, by its kind. */
export const CODE_INPUT = {
  totp: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 16 },
  recovery_code: { autoComplete: 'off', maxLength: 64, autoCapitalize: 'none', spellCheck: false },
} as const;

export interface FactorFormProps {
  readonly methods: readonly Method[];
  readonly onDone: () => void;
}

/** One of his factors: the one he has first, the others a press away. */
export function FactorForm({ methods, onDone }: FactorFormProps) {
  const { locale, t } = useWords();
  const deed = useDeed();
  const [method, setMethod] = useState<Method>(methods[0] ?? 'recovery_code');
  const [code, setCode] = useState('');
  const give = async () => {
    const transport = browserTransport(locale);
    if (method !== 'passkey') {
      const body = method === 'totp' ? { totp: code.trim() } : { recovery_code: code.trim() };
      return (await deed.run(() => call(giveSecondFactor, { body }, transport))) === undefined ? undefined : onDone();
    }
    const given = await givePasskey(transport);
    if (given === NOT_SHOWN) return deed.setProblem(t('security.passkey_not_shown'));
    return (await deed.run(() => Promise.resolve(given))) === undefined ? undefined : onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void give();
  };
  const turnTo = (next: Method) => {
    setMethod(next);
    setCode('');
    deed.setProblem(undefined);
  };
  return (
    <CheckedForm rules={method === 'passkey' ? {} : { code: required }} className="grid gap-4" onSubmit={submit}>
      <p className="text-sm text-muted">{t(`security.give.${method}`)}</p>
      {method === 'passkey' ? (
        <p role="alert" className="text-sm text-loss empty:hidden">
          {deed.problem}
        </p>
      ) : (
        <TextField
          key={method}
          label={t(`security.code.${method}`)}
          name="code"
          required
          {...CODE_INPUT[method]}
          value={code}
          error={deed.problem}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      <Button type="submit" tone="action" disabled={deed.isBusy}>
        {t(`security.submit.${method}`)}
      </Button>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} tone="text" onClick={() => turnTo(other)}>
              {t(`security.instead.${other}`)}
            </Button>
          ))}
      </div>
    </CheckedForm>
  );
}
