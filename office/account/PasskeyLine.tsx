import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type PasskeyAttributes, renamePasskey } from '#contract/second-factors.ts';
import { keys } from '#office/api/keys.ts';
import { fieldProblem, problemWords } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { clockTime } from '#office/format/moment.ts';
import { useWords } from '#office/words/Words.tsx';

export interface PasskeyLineProps {
  readonly passkey: PasskeyAttributes;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}

/** Its name, typed anew: whoever has three keys knows them by it. */
function Rename({ passkey, onDone }: { readonly passkey: PasskeyAttributes; readonly onDone: () => void }) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const [name, setName] = useState(passkey.name);
  const input = useRef<HTMLInputElement>(null);
  const rename = useMutation({
    mutationFn: () => api(renamePasskey, { params: { id: passkey.id }, body: { name: name.trim() } }),
    onSuccess: onDone,
    onSettled: () => void queries.invalidateQueries({ queryKey: keys.factors() }),
  });
  useEffect(() => input.current?.focus(), []);
  const problem = rename.isError ? (fieldProblem(rename.error, 'name') ?? problemWords(rename.error, t)) : undefined;
  return (
    <CheckedForm className="row" onSubmit={() => rename.mutate()}>
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

/** One passkey: what it is called, when it was last used. */
export function PasskeyLine({ passkey, isBusy, onRemove }: PasskeyLineProps) {
  const { t, locale } = useWords();
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
