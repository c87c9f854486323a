import { type FormEvent, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { registerPasskey, NO_PASSKEY } from '#web/step-up/passkey.ts';
import { useAccountCall } from '#web/step-up/use-account-call.ts';
import { useAction } from '#web/api/use-action.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { required } from '#web/form/rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { AddFactorProps } from '#web/security/AddTotp.tsx';

/** Registers a passkey of this device or of a security key, under a name. */
export function AddPasskey({ onDone, onCancel }: AddFactorProps) {
  const { t } = useTranslation();
  const api = useAccountCall();
  const action = useAction();
  const [name, setName] = useState(t('security.passkey.this_device'));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const result = await registerPasskey(api, name.trim());
    if (result === NO_PASSKEY) return action.setProblem(t('security.passkey_not_shown'));
    const response = await action.run(() => Promise.resolve(result));
    return response === undefined ? undefined : onDone(response.data.attributes.recovery_codes);
  };
  return (
    <CheckedForm
      rules={{ name: required }}
      className="grid max-w-md gap-4 rounded-tray bg-well p-4"
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label={t('security.passkey.name')}
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        value={name}
        error={action.problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className="flex flex-wrap items-center gap-5">
        <Button type="submit" tone="action" disabled={action.isBusy}>
          {t('security.passkey.make')}
        </Button>
        <Button tone="text" onClick={onCancel}>
          {t('security.cancel')}
        </Button>
      </div>
    </CheckedForm>
  );
}
