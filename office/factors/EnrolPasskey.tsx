import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { deviceName } from '#core/device-name.ts';
import { useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { useWords } from '#office/words/Words.tsx';
import { factorProblem } from './factor-problem.ts';
import { makePasskey } from './passkey.ts';

/** A passkey of this device or of a stick, under a name one knows it by. `onDone` is given new recovery codes, or null. */
export function EnrolPasskey({ onDone }: { readonly onDone: (codes: readonly string[] | null) => void }) {
  const api = useApi();
  const { t } = useWords();
  const [name, setName] = useState(() => deviceName(navigator.userAgent) ?? t('office_door.enrol.this_device'));
  const make = useMutation({
    mutationFn: () => makePasskey(api, name.trim()),
    onSuccess: ({ data }) => onDone(data.attributes.recovery_codes),
  });
  const submit = () => make.mutate();
  return (
    <CheckedForm className="factor" onSubmit={submit}>
      <p className="dim">{t('office_door.enrol.passkey')}</p>
      <TextInput
        label={t('office_door.enrol.passkey_name')}
        required
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {make.isError ? (
        <p className="problem" role="alert">
          {factorProblem(make.error, t)}
        </p>
      ) : null}
      <Button type="submit" loading={make.isPending}>
        {t('office_door.enrol.make_passkey')}
      </Button>
    </CheckedForm>
  );
}
