import { type FormEvent, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { required } from '#web/form/rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

export interface RenameProps {
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onCancel: () => void;
}

/** Renames a passkey. */
export function Rename({ name, onName, onCancel }: RenameProps) {
  const { t } = useTranslation();
  const [newName, setNewName] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onName(newName.trim());
  };
  return (
    <li className="py-2">
      <CheckedForm rules={{ name: required }} className="flex flex-wrap items-end gap-4" onSubmit={submit}>
        <TextField
          label={t('security.passkey.name')}
          name="name"
          required
          maxLength={60}
          autoComplete="off"
          value={newName}
          onChange={(event) => setNewName(event.currentTarget.value)}
        />
        <Button type="submit">{t('security.save')}</Button>
        <Button tone="text" className="min-h-11" onClick={onCancel}>
          {t('security.cancel')}
        </Button>
      </CheckedForm>
    </li>
  );
}
