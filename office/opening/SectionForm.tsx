import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { codeOf } from '#office/api/call-failure.ts';
import { Problem } from '#office/components/Screen.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import './SectionForm.css';

/** What the form needs of `useSection`. */
interface SectionState {
  readonly stored: { readonly isError: boolean; readonly error: unknown; readonly refetch: () => unknown };
  readonly save: { readonly isPending: boolean; readonly error: unknown };
  readonly isChanged: boolean;
  readonly submit: () => void;
  readonly reload: () => Promise<void>;
}

export interface SectionFormProps {
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
