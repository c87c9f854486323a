import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { urlOf } from '#contract/call.ts';
import type { Resource } from '#contract/document.ts';
import { officeGetTaskProof, type PayoutTaskAttributes } from '#contract/office-payout-tasks.ts';
import { acceptOf, PAYOUT_PROOF } from '#core/chosen-file.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { FileInput } from '#office/form/fields.tsx';
import { Gone } from '#office/in-hand/Gone.tsx';
import { useHold } from '#office/in-hand/hand.ts';
import { Problem } from '#office/pieces/Problem.tsx';
import { useChosenFile } from '#office/pieces/use-chosen-file.ts';
import { useWords } from '#office/words/Words.tsx';
import { useTaskDeed } from './use-task-deed.ts';

interface Props {
  readonly task: Resource<PayoutTaskAttributes>;
}

interface FieldProps extends Props {
  readonly file: File | null;
  readonly isShown: boolean;
  readonly isRequired?: boolean;
  readonly error: unknown;
  readonly onFile: (file: File | null) => void;
  readonly onShown: (isShown: boolean) => void;
}

/** The bank's paper, and whether the customer may have it. */
export function ProofFields({ task, file, isShown, isRequired = false, error, onFile, onShown }: FieldProps) {
  const { t } = useWords();
  const chosen = useChosenFile(PAYOUT_PROOF, onFile);
  return (
    <>
      <FileInput
        label={t('office_by_hand.tasks.add_proof')}
        description={t('office_by_hand.tasks.add_proof_hint')}
        accept={acceptOf(PAYOUT_PROOF)}
        placeholder={t('office_by_hand.tasks.choose_file')}
        clearable
        clearButtonProps={{ 'aria-label': t('office_by_hand.tasks.no_proof') }}
        required={isRequired}
        value={file}
        error={chosen.problem ?? fieldProblem(error, 'proof')}
        onChange={chosen.choose}
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
  const send = () => {
    if (file !== null) add.mutate({ deed: 'proof', file, isShown });
  };
  return (
    <CheckedForm className="by-hand-form" onSubmit={send}>
      <ProofFields task={task} {...{ file, isShown, error: add.error }} isRequired onFile={setFile} onShown={setShown} />
      <Gone when={isGone && !add.isPending} />
      {add.isError && fieldProblem(add.error, 'proof') === undefined ? <Problem error={add.error} /> : null}
      <div className="row">
        <Button type="submit" size="sm" variant="default" loading={add.isPending}>
          {t('office_by_hand.tasks.attach')}
        </Button>
      </div>
    </CheckedForm>
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
