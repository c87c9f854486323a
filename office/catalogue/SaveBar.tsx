import { Button } from '@mantine/core';
import { officeSubmitChange } from '#contract/office/catalogue/changes.ts';
import { officeApplyPlan, officePreviewPlan } from '#contract/office/catalogue/plans.ts';
import { codeOf } from '#office/api/call-failure.ts';
import { keys } from '#office/api/keys.ts';
import { useCommand } from '#office/api/use-command.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { changesOf } from '#office/form/WaitingApprovals.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

const CHANGED_QUERIES = [keys.catalogue(), keys.changes(), keys.approvals()];

/** Saves catalogue documents as one change. */
export function useSave(onDone: () => void) {
  const { t } = useTranslation();
  return useCommand(officeSubmitChange, {
    after: CHANGED_QUERIES,
    success: ({ data }) => t(`catalogue_desk.saved.${data.attributes.state}`),
    onDone,
  });
}

/** A plan, previewed and then applied: the digest makes sure that the previewed plan is the applied one. */
export function usePlan(onDone: () => void) {
  const { t } = useTranslation();
  const preview = useCommand(officePreviewPlan);
  const apply = useCommand(officeApplyPlan, {
    after: CHANGED_QUERIES,
    success: ({ data }) => t(`catalogue_desk.saved.${data.attributes.state}`),
    onDone() {
      preview.reset();
      onDone();
    },
  });
  return { preview, apply };
}
export type PlanCommands = ReturnType<typeof usePlan>;

interface SaveBarProps {
  /** What will be saved. */
  readonly what: string;
  readonly submit: string;
  /** Keys of the saved documents: changes of them may wait for a second person. */
  readonly subjects: readonly string[];
  readonly isReady: boolean;
  readonly command: { readonly isPending: boolean; readonly error: unknown };
  readonly onSubmit: (note: string) => void;
  /** Reads the stored documents again after a colleague has changed them. */
  readonly onReload?: () => void;
}

/** The end of every catalogue form: what will be saved, the note and the submit button. */
export function SaveBar({ what, submit, subjects, isReady, command, onSubmit, onReload }: SaveBarProps) {
  const { t } = useTranslation();
  const form = useFields({ note: '' });
  return (
    <CheckedForm className="save-bar" command={command} onSubmit={() => onSubmit(form.values.note.trim())} waits={changesOf(subjects)}>
      <p aria-live="polite">{what}</p>
      <FormProblem>
        {codeOf(command.error) === 'edit_conflict' && onReload !== undefined ? (
          <Button variant="default" size="compact-sm" onClick={onReload}>
            {t('catalogue_desk.reload')}
          </Button>
        ) : undefined}
      </FormProblem>
      <div className="save-line">
        <TextInput {...form.text('note')} label={t('catalogue_desk.note')} required maxLength={2000} autoComplete="off" />
        <Button type="submit" loading={command.isPending} disabled={!isReady}>
          {submit}
        </Button>
      </div>
    </CheckedForm>
  );
}
