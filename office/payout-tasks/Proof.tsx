import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { urlOf } from '#contract/call.ts';
import type { Resource } from '#contract/document.ts';
import { officeGetTaskProof, type PayoutTaskAttributes } from '#contract/office/money/payout-tasks.ts';
import { acceptOf, PAYOUT_PROOF } from '#core/file/file-rules.ts';
import { FormProblem, CommandProblem } from '#office/form/FormProblem.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { FileInput, useChosenFile } from '#office/form/fields.tsx';
import { OutdatedNotice, useEditing } from '#office/editing/Editing.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useTaskAction } from './use-task-action.ts';

interface Props {
  readonly task: Resource<PayoutTaskAttributes>;
}

interface FieldProps extends Props {
  readonly file: File | null;
  readonly isShown: boolean;
  readonly isRequired?: boolean;
  readonly onFile: (file: File | null) => void;
  readonly onShown: (isShown: boolean) => void;
}

/** The proof of payment, and whether the customer can see it. */
export function ProofFields({ task, file, isShown, isRequired = false, onFile, onShown }: FieldProps) {
  const { t } = useTranslation();
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
        error={chosen.problem}
        field="proof"
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

/** Adds a proof of payment to a payout that was sent without one; folded, because a list may have many. */
export function AddProof({ task }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [isShown, setShown] = useState(false);
  const add = useTaskAction(task.id, () => setOpen(false));
  const isOutdated = useEditing(isOpen);
  if (!isOpen)
    return (
      <div className="row">
        <Button size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
          {t('office_by_hand.tasks.attach_proof')}
        </Button>
      </div>
    );
  const send = () => {
    if (file !== null) add.run({ kind: 'proof', file, isShown });
  };
  return (
    <CheckedForm className="stack" command={add} onSubmit={send}>
      <ProofFields task={task} {...{ file, isShown }} isRequired onFile={setFile} onShown={setShown} />
      <OutdatedNotice when={isOutdated && !add.isPending} />
      <FormProblem />
      <div className="row">
        <Button type="submit" size="sm" variant="default" loading={add.isPending}>
          {t('office_by_hand.tasks.attach')}
        </Button>
      </div>
    </CheckedForm>
  );
}

/** The attached proof of payment, and whether the customer can see it. */
export function Proof({ task: { id, attributes } }: Props) {
  const { t } = useTranslation();
  const show = useTaskAction(id);
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
          onClick={() => show.run({ kind: 'show_proof', isShown: !isShown })}
        >
          {t(`office_by_hand.tasks.${isShown ? 'hide_proof' : 'show_proof'}`)}
        </Button>
      ) : null}
      <CommandProblem error={show.error} />
    </div>
  );
}
