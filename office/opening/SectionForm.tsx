import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { codeOf } from '#office/api/call-failure.ts';
import { keys } from '#office/api/keys.ts';
import type { Api } from '#office/api/use-api.ts';
import { useAction } from '#office/api/use-command.ts';
import { Problem } from '#office/components/Screen.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import './SectionForm.css';

/** What the server adds to a section: not editable. */
interface ServerMembers {
  readonly version: number;
  readonly changed_at: string | null;
  readonly changed_by: string | null;
}

interface SectionCalls<V extends object> {
  readonly name: string;
  readonly read: (signal: AbortSignal) => Promise<V & ServerMembers>;
  readonly save: (value: V & { readonly version: number }, call: Api) => Promise<V & ServerMembers>;
  /** The defaults can be saved unchanged: a saved default counts as the owner's decision. */
  readonly maySaveDefaults?: boolean;
}

/**
 * A section of the settings in a form: edits are shown over stored values until saved. After a colleague's change the server refuses them
 * (`edit_conflict`); the edits stay.
 */
export function useSection<V extends object>({ name, read, save: send, maySaveDefaults = false }: SectionCalls<V>) {
  const queries = useQueryClient();
  const { t } = useTranslation();
  const stored = useQuery({ queryKey: keys.settings(name), queryFn: ({ signal }) => read(signal), refetchOnWindowFocus: false });
  const [edits, setEdits] = useState<Partial<V>>({});
  const save = useAction(send, {
    after: [keys.opening()],
    success: t('office_opening.saved'),
    onDone(saved) {
      queries.setQueryData(keys.settings(name), saved);
      setEdits({});
    },
  });
  const reload = async () => {
    save.reset();
    await stored.refetch();
  };
  const submit = () => {
    if (stored.data === undefined) return;
    const { changed_at: _at, changed_by: _by, ...value } = { ...stored.data, ...edits };
    save.run(value as V & { readonly version: number });
  };
  return {
    value: stored.data === undefined ? undefined : ({ ...stored.data, ...edits } as V),
    stored,
    change: (part: Partial<V>) => setEdits((before) => ({ ...before, ...part })),
    isChanged: Object.keys(edits).length > 0 || (maySaveDefaults && stored.data?.version === 0),
    save,
    submit,
    reload,
  };
}

/** What the form needs of `useSection`. */
interface SectionState {
  readonly stored: { readonly isError: boolean; readonly error: unknown; readonly refetch: () => unknown };
  readonly save: { readonly isPending: boolean; readonly error: unknown };
  readonly isChanged: boolean;
  readonly submit: () => void;
  readonly reload: () => Promise<void>;
}

interface SectionFormProps {
  readonly label: string;
  readonly section: SectionState;
  readonly children: ReactNode;
}

/** The frame of a section's form: load failure, refusal, a colleague's change, save. */
export function SectionForm({ label, section, children }: SectionFormProps) {
  const { t } = useTranslation();
  const { stored, save, isChanged, submit, reload } = section;
  if (stored.isError) return <Problem error={stored.error} retry={() => void stored.refetch()} />;
  return (
    <CheckedForm className="opening-form" command={save} onSubmit={submit} aria-label={label}>
      {children}
      <FormProblem>
        {codeOf(save.error) === 'edit_conflict' ? (
          <Button type="button" variant="subtle" size="compact-sm" onClick={() => void reload()}>
            {t('office_opening.reload')}
          </Button>
        ) : undefined}
      </FormProblem>
      <div className="row">
        <Button type="submit" size="sm" loading={save.isPending} disabled={!isChanged}>
          {t('office_opening.save')}
        </Button>
      </div>
    </CheckedForm>
  );
}
