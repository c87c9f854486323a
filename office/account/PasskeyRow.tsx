import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type PasskeyAttributes, renamePasskey } from '#contract/account/second-factors.ts';
import { useCommand } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { problemMessage } from '#office/api/call-failure.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

export interface PasskeyRowProps {
  readonly passkey: PasskeyAttributes;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}

/** Renames a passkey. */
function Rename({ passkey, onDone }: { readonly passkey: PasskeyAttributes; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState(passkey.name);
  const input = useRef<HTMLInputElement>(null);
  const rename = useCommand(renamePasskey, { after: [keys.factors()], onDone });
  useEffect(() => input.current?.focus(), []);
  const problem = rename.error === null ? undefined : (rename.fieldError('name') ?? problemMessage(rename.error, t));
  return (
    <CheckedForm className="row" command={rename} onSubmit={() => rename.run({ params: { id: passkey.id }, body: { name: name.trim() } })}>
      <TextInput
        size="xs"
        aria-label={t('office_staff.factors.name')}
        ref={input}
        required
        maxLength={60}
        autoComplete="off"
        value={name}
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="compact-sm" loading={rename.isPending} disabled={name.trim() === passkey.name}>
        {t('office_staff.factors.save_name')}
      </Button>
      <Button type="button" size="compact-sm" variant="subtle" onClick={onDone}>
        {t('office.cancel')}
      </Button>
    </CheckedForm>
  );
}

/** One passkey: its name and when it was last used. */
export function PasskeyRow({ passkey, isBusy, onRemove }: PasskeyRowProps) {
  const { t, locale } = useTranslation();
  const [isNaming, setNaming] = useState(false);
  const { name, created_at: created, last_used_at: used } = passkey;
  if (isNaming)
    return (
      <li>
        <Rename passkey={passkey} onDone={() => setNaming(false)} />
      </li>
    );
  return (
    <li className="row">
      <span>{t('office_staff.factors.passkey', { name })}</span>
      <span className="dim">
        {used === null
          ? t('office_staff.factors.made', { at: clockTime(created, locale) })
          : t('office_staff.factors.used', { at: clockTime(used, locale) })}
      </span>
      <Button size="compact-sm" variant="subtle" disabled={isBusy} onClick={() => setNaming(true)}>
        {t('office_staff.factors.rename')}
      </Button>
      <Button size="compact-sm" variant="subtle" disabled={isBusy} onClick={onRemove}>
        {t('office_staff.factors.remove')}
      </Button>
    </li>
  );
}
