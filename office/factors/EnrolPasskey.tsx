import { Button } from '@mantine/core';
import { deviceName } from '#core/security/device-name.ts';
import { useFields } from '#office/form/use-fields.ts';
import { useAction } from '#office/api/use-command.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { factorProblem } from './factor-problem.ts';
import { makePasskey } from './passkey.ts';

/** Enrols a passkey of this device or of a security key under a name. `onDone` gets new recovery codes, or null. */
export function EnrolPasskey({ onDone }: { readonly onDone: (codes: readonly string[] | null) => void }) {
  const { t } = useTranslation();
  const form = useFields({ name: deviceName(navigator.userAgent) ?? t('office_door.enrol.this_device') });
  const make = useAction((name: string, call) => makePasskey(call, name), {
    isKeyed: false,
    onDone: ({ data }) => onDone(data.attributes.recovery_codes),
  });
  return (
    <CheckedForm className="factor" command={make} onSubmit={() => make.run(form.values.name.trim())}>
      <p className="dim">{t('office_door.enrol.passkey')}</p>
      <TextInput {...form.text('name')} label={t('office_door.enrol.passkey_name')} required maxLength={60} />
      {make.error !== null ? (
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
