import { type FormEvent, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { makePasskey, NOT_SHOWN } from '#web/account/factor/passkey.ts';
import { useAccountCall } from '#web/account/fresh/use-account-call.ts';
import { useDeed } from '#web/account/fresh/use-deed.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { required } from '#web/form/rules.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { AddingProps } from './AddTotp.tsx';

/** A passkey of this device, or of a key that is held to it, under a name that its owner knows it by. */
export function AddPasskey({ onDone, onCancel }: AddingProps) {
  const { t } = useWords();
  const api = useAccountCall();
  const deed = useDeed();
  const [name, setName] = useState(t('security.passkey.this_device'));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const made = await makePasskey(api, name.trim());
    if (made === NOT_SHOWN) return deed.setProblem(t('security.passkey_not_shown'));
    const done = await deed.run(() => Promise.resolve(made));
    return done === undefined ? undefined : onDone(done.data.attributes.recovery_codes);
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
        error={deed.problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className="flex flex-wrap items-center gap-5">
        <Button type="submit" tone="action" disabled={deed.isBusy}>
          {t('security.passkey.make')}
        </Button>
        <Button tone="text" onClick={onCancel}>
          {t('security.cancel')}
        </Button>
      </div>
    </CheckedForm>
  );
}
