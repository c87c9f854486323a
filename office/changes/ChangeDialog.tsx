import { Button, Modal } from '@mantine/core';
import { useEffect } from 'react';
import { Loading } from '#office/components/Screen.tsx';
import { FormProblem, CommandProblem } from '#office/form/FormProblem.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea, TextInput } from '#office/form/fields.tsx';
import { changesOf } from '#office/form/WaitingApprovals.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ChangeEffects } from './ChangeEffects.tsx';
import { momentOf } from './moscow.ts';
import { type PlannedChange, useSubmitChange, usePreview } from './use-change.ts';
import './ChangeDialog.css';

export interface ChangeDialogProps {
  readonly planned: PlannedChange;
  readonly title: string;
  /** What the note begins with: one press is enough to take something back. */
  readonly note?: string;
  readonly onDone: (state: string) => void;
  readonly onClose: () => void;
  /** Refusals, for the screen that the items come from to mark its cells. */
  readonly onRefused?: (error: unknown) => void;
}

/** The second step of every change of prices: what it would do, why, now or at a time. */
export function ChangeDialog({ planned, title, note: firstNote = '', onDone, onClose, onRefused }: ChangeDialogProps) {
  const { t } = useTranslation();
  const form = useFields({ note: firstNote, apply_at: '' });
  const preview = usePreview(planned);
  const submit = useSubmitChange(planned, onDone);
  const refusal = submit.error ?? preview.error;
  useEffect(() => {
    if (refusal !== null) onRefused?.(refusal);
  }, [refusal, onRefused]);
  const effects = preview.data?.data.attributes;
  const isDated = form.values.apply_at !== '';
  const needsSecond = effects?.needs_second_person === true;
  const send = () => submit.run({ note: form.values.note.trim(), applyAt: isDated ? momentOf(form.values.apply_at) : null });
  const action = needsSecond ? 'propose' : isDated ? 'schedule' : 'apply';
  return (
    <Modal opened lockScroll={false} onClose={onClose} title={title} size="xl" closeButtonProps={{ 'aria-label': t('office.cancel') }}>
      <CheckedForm
        className="change-dialog"
        command={submit}
        onSubmit={send}
        waits={'items' in planned ? changesOf(planned.items.map(({ key }) => key)) : undefined}
      >
        {preview.isPending ? <Loading /> : null}
        {submit.error === null ? <CommandProblem error={preview.error} /> : <FormProblem />}
        {effects === undefined ? null : <ChangeEffects preview={effects} />}
        <Textarea {...form.text('note')} label={t('rates.note')} required autosize minRows={1} maxLength={2000} data-autofocus />
        {'rollsBack' in planned ? null : <TextInput {...form.text('apply_at')} type="datetime-local" label={t('rates.apply_at')} />}
        <div className="row">
          <Button type="submit" loading={submit.isPending} disabled={effects === undefined}>
            {t(`rates.${action}`)}
          </Button>
          <Button type="button" variant="subtle" onClick={onClose}>
            {t('office.cancel')}
          </Button>
        </div>
      </CheckedForm>
    </Modal>
  );
}
