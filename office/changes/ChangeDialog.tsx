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
import { type PlannedChange, useSubmitChange, usePreview } from './use-change.ts';
import './ChangeDialog.css';

export interface ChangeDialogProps {
  readonly planned: PlannedChange;
  readonly title: string;
  /** First text of the note. */
  readonly note?: string;
  readonly onDone: (state: string) => void;
  readonly onClose: () => void;
  /** Refusals, for the screen to mark its cells. */
  readonly onRefused?: (error: unknown) => void;
}

/** Moscow time (spec 9), without summer time since 2014. */
const MOSCOW_OFFSET = '+03:00';

/** A date and time field, meant as Moscow time, as the wire has it; null for anything else. */
function moscowTime(local: string): string | null {
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local) ? Date.parse(`${local}:00${MOSCOW_OFFSET}`) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** The second step of every change of prices: effects, reason, time of application. */
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
  const send = () => submit.run({ note: form.values.note.trim(), applyAt: isDated ? moscowTime(form.values.apply_at) : null });
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
