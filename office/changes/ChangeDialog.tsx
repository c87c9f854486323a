import { Button, Modal } from '@mantine/core';
import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type ChangeItemDocument, officeRollBackChange, officeSubmitChange } from '#contract/office/catalogue/changes.ts';
import { officePreviewChange } from '#contract/office/catalogue/rate-desk.ts';
import { Loading } from '#office/components/Screen.tsx';
import { FormProblem, CommandProblem } from '#office/form/FormProblem.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea, TextInput } from '#office/form/fields.tsx';
import { changesOf } from '#office/form/WaitingApprovals.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useAction } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { ChangeEffects } from './ChangeEffects.tsx';
import './ChangeDialog.css';

/** A change that is about to be made: items of a screen, or the roll-back of an applied one. */
type PlannedChange = { readonly items: readonly ChangeItemDocument[] } | { readonly rollsBack: string };

/** Effects of the change. Read once per plan: prices move meanwhile, and the server calculates again when it is submitted. */
function usePreview(planned: PlannedChange) {
  const api = useApi();
  return useQuery({
    queryKey: ['change_preview', planned],
    queryFn: ({ signal }) =>
      api(officePreviewChange, {
        body: 'items' in planned ? { items: [...planned.items] } : { rolls_back: planned.rollsBack },
        signal,
      }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
}

interface ChangeOrder {
  readonly note: string;
  /** Null: at once. */
  readonly applyAt: string | null;
}

/** Submits the change, or the roll-back. */
const useSubmitChange = (planned: PlannedChange, onDone: (state: string) => void) =>
  useAction(
    async ({ note, applyAt }: ChangeOrder, call) =>
      'rollsBack' in planned
        ? await call(officeRollBackChange, { params: { id: planned.rollsBack }, body: { note } })
        : await call(officeSubmitChange, { body: { items: [...planned.items], note, apply_at: applyAt } }),
    { after: [keys.changes(), keys.approvals()], onDone: ({ data }) => onDone(data.attributes.state) },
  );

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
