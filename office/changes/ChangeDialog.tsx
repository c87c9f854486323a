import { Button, Loader, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { fieldProblem, problemWords } from '#office/api/problem.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea, TextInput } from '#office/form/fields.tsx';
import { changesOf } from '#office/form/WaitingApprovals.tsx';
import { useWords } from '#office/words/Words.tsx';
import { ChangeEffects } from './ChangeEffects.tsx';
import { momentOf } from './moscow.ts';
import { type Planned, useMaking, usePreview } from './use-change.ts';

export interface ChangeDialogProps {
  readonly planned: Planned;
  readonly title: string;
  /** What the note begins with: one press is enough to take something back. */
  readonly note?: string;
  readonly onDone: (state: string) => void;
  readonly onClose: () => void;
  /** Refusals, for the screen that the items come from to mark its cells. */
  readonly onRefused?: (error: unknown) => void;
}

/** The second step of every change of prices: what it would do, why, now or at a time. */
export function ChangeDialog({ planned, title, note: first = '', onDone, onClose, onRefused }: ChangeDialogProps) {
  const { t } = useWords();
  const [note, setNote] = useState(first);
  const [at, setAt] = useState('');
  const preview = usePreview(planned);
  const making = useMaking(planned, onDone);
  const refusal = making.error ?? preview.error;
  useEffect(() => {
    if (refusal !== null) onRefused?.(refusal);
  }, [refusal, onRefused]);
  const effects = preview.data?.data.attributes;
  const isDated = at !== '';
  const needsSecond = effects?.needs_second_person === true;
  const submit = () => {
    making.mutate({ note: note.trim(), applyAt: isDated ? momentOf(at) : null });
  };
  const deed = needsSecond ? 'propose' : isDated ? 'schedule' : 'apply';
  return (
    <Modal opened lockScroll={false} onClose={onClose} title={title} size="xl" closeButtonProps={{ 'aria-label': t('office.cancel') }}>
      <CheckedForm
        className="change-dialog"
        onSubmit={submit}
        waits={'items' in planned ? changesOf(planned.items.map(({ key }) => key)) : undefined}
      >
        {preview.isPending ? <Loader className="loading" aria-label={t('office.loading')} /> : null}
        {refusal === null ? null : (
          <p className="problem" role="alert">
            {problemWords(refusal, t)}
          </p>
        )}
        {effects === undefined ? null : <ChangeEffects preview={effects} />}
        <Textarea
          label={t('rates.note')}
          required
          autosize
          minRows={1}
          maxLength={2000}
          data-autofocus
          value={note}
          error={fieldProblem(making.error, 'note')}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {'rollsBack' in planned ? null : (
          <TextInput
            type="datetime-local"
            label={t('rates.apply_at')}
            value={at}
            error={fieldProblem(making.error, 'apply_at')}
            onChange={(event) => setAt(event.currentTarget.value)}
          />
        )}
        <div className="row">
          <Button type="submit" loading={making.isPending} disabled={effects === undefined}>
            {t(`rates.${deed}`)}
          </Button>
          <Button type="button" variant="subtle" onClick={onClose}>
            {t('office.cancel')}
          </Button>
        </div>
      </CheckedForm>
    </Modal>
  );
}
