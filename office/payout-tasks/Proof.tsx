import { Button, Checkbox, FileInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { urlOf } from '#contract/call.ts';
import type { Resource } from '#contract/document.ts';
import { officeGetTaskProof, type PayoutTaskAttributes } from '#contract/office-payout-tasks.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { Gone } from '#office/in-hand/Gone.tsx';
import { useHold } from '#office/in-hand/hand.ts';
import { Problem } from '#office/pieces/Problem.tsx';
import { useWords } from '#office/words/Words.tsx';
import { useTaskDeed } from './use-task-deed.ts';

interface Props {
  readonly task: Resource<PayoutTaskAttributes>;
}

const TAKEN_TYPES = 'application/pdf,image/jpeg,image/png,image/webp';

interface FieldProps extends Props {
  readonly file: File | null;
  readonly isShown: boolean;
  readonly error: unknown;
  readonly onFile: (file: File | null) => void;
  readonly onShown: (isShown: boolean) => void;
}

/** The bank's paper, and whether the customer may have it. */
export function ProofFields({ task, file, isShown, error, onFile, onShown }: FieldProps) {
  const { t } = useWords();
  return (
    <>
      <FileInput
        label={t('office_by_hand.tasks.add_proof')}
        description={t('office_by_hand.tasks.add_proof_hint')}
        accept={TAKEN_TYPES}
        placeholder={t('office_by_hand.tasks.choose_file')}
        clearable
        clearButtonProps={{ 'aria-label': t('office_by_hand.tasks.no_proof') }}
        value={file}
        error={fieldProblem(error, 'proof')}
        onChange={onFile}
      />
      {task.attributes.may_show_proof ? (
        <Checkbox
          label={t('office_by_hand.tasks.show_proof')}
          description={t('office_by_hand.tasks.show_proof_hint')}
          checked={isShown}
          onChange={(event) => onShown(event.currentTarget.checked)}
        />
      ) : null}
    </>
  );
}

/** Adds the paper to what was sent without one; folded, for a list may have many of them. */
export function AddProof({ task }: Props) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [isShown, setShown] = useState(false);
  const add = useTaskDeed(task.id, () => setOpen(false));
  const isGone = useHold(isOpen);
  if (!isOpen)
    return (
      <div className="row">
        <Button size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
          {t('office_by_hand.tasks.attach_proof')}
        </Button>
      </div>
    );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (file !== null) add.mutate({ deed: 'proof', file, isShown });
  };
  return (
    <form className="by-hand-form" onSubmit={send}>
      <ProofFields task={task} {...{ file, isShown, error: add.error }} onFile={setFile} onShown={setShown} />
      <Gone when={isGone && !add.isPending} />
      {add.isError && fieldProblem(add.error, 'proof') === undefined ? <Problem error={add.error} /> : null}
      <div className="row">
        <Button type="submit" size="sm" variant="default" loading={add.isPending} disabled={file === null}>
          {t('office_by_hand.tasks.attach')}
        </Button>
      </div>
    </form>
  );
}

/** The paper that is there, and whether the customer has it. */
export function Proof({ task: { id, attributes } }: Props) {
  const { t } = useWords();
  const show = useTaskDeed(id);
  const isShown = attributes.is_proof_shown;
  return (
    <div className="row">
      <a href={urlOf(officeGetTaskProof, { params: { id } })} download>
        {t('office_by_hand.tasks.proof')}
      </a>
      {isShown ? <span className="badge calm">{t('office_by_hand.tasks.proof_shown')}</span> : null}
      {attributes.may_show_proof ? (
        <Button
          size="compact-sm"
          variant="subtle"
          loading={show.isPending}
          onClick={() => show.mutate({ deed: 'show_proof', isShown: !isShown })}
        >
          {t(`office_by_hand.tasks.${isShown ? 'hide_proof' : 'show_proof'}`)}
        </Button>
      ) : null}
      {show.isError ? <Problem error={show.error} /> : null}
    </div>
  );
}
