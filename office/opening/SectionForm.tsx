import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { fieldProblem, problemWords } from '#office/api/problem.ts';
import { codeOf } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { useWords } from '#office/words/Words.tsx';

/** What the frame needs of `useSection`. */
interface SectionState {
  readonly loading: { readonly isError: boolean; readonly error: unknown; readonly refetch: () => unknown };
  readonly saving: { readonly isError: boolean; readonly isPending: boolean; readonly error: unknown };
  readonly isChanged: boolean;
  readonly submit: () => void;
  readonly reload: () => Promise<void>;
}

export interface SectionFormProps {
  readonly label: string;
  readonly section: SectionState;
  /** Members that the fields tell the refusal of themselves. */
  readonly fields: readonly string[];
  readonly children: ReactNode;
}

/** The frame of a section's form: refused, saved, changed by somebody else. */
export function SectionForm({ label, section, fields, children }: SectionFormProps) {
  const { t } = useWords();
  const { loading, saving, isChanged, submit, reload } = section;
  if (loading.isError) return <Problem error={loading.error} retry={() => void loading.refetch()} />;
  const isTold = fields.some((field) => fieldProblem(saving.error, field) !== undefined);
  return (
    <CheckedForm className="opening-form" onSubmit={submit} aria-label={label}>
      {children}
      {saving.isError && !isTold ? (
        <p className="problem" role="alert">
          {problemWords(saving.error, t)}{' '}
          {codeOf(saving.error) === 'edit_conflict' ? (
            <Button type="button" variant="subtle" size="compact-sm" onClick={() => void reload()}>
              {t('office_opening.reload')}
            </Button>
          ) : null}
        </p>
      ) : null}
      <div className="row">
        <Button type="submit" size="sm" loading={saving.isPending} disabled={!isChanged}>
          {t('office_opening.save')}
        </Button>
      </div>
    </CheckedForm>
  );
}
