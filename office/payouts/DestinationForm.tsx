import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { OfficeOrderAttributes } from '#contract/office-orders.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { TextInput } from '#office/form/fields.tsx';
import type { Waits } from '#office/form/WaitingApprovals.tsx';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { useDetailName } from '#office/pieces/Details.tsx';
import { useWords } from '#office/words/Words.tsx';

export interface Destination {
  readonly values: Readonly<Record<string, string>>;
  /** The customer has said that there is no memo. */
  readonly isBare: boolean;
  readonly note: string;
}

export interface DestinationFormProps {
  readonly fields: OfficeOrderAttributes['refund_fields'];
  /** Member of the call that carries them: a refusal names it. */
  readonly member: string;
  readonly what: string;
  readonly submit: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSubmit: (destination: Destination) => void;
  readonly onCancel: () => void;
  readonly waits: Waits;
}

/** Another destination, field by field; a second person approves it before anything is sent there. */
export function DestinationForm({ fields: offered, member, what, submit, isBusy, error, onSubmit, onCancel, waits }: DestinationFormProps) {
  const { t } = useWords();
  const nameOf = useDetailName();
  // An order that has gone on asks for none of them: what is typed stays
  const [fields] = useState(offered);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [isBare, setBare] = useState(false);
  const values = Object.fromEntries(Object.entries(typed).flatMap(([key, value]) => (value.trim() === '' ? [] : [[key, value.trim()]])));
  const fieldOf = (key: string): string => `${member}/${key}`;
  return (
    <DeedForm
      what={what}
      submit={submit}
      note={{ label: t('office.order.note_required'), isRequired: true }}
      isReady={Object.keys(values).length > 0}
      isBusy={isBusy}
      error={error}
      fields={fields.map(({ key }) => fieldOf(key))}
      onSubmit={(note) => onSubmit({ values, isBare, note })}
      onCancel={onCancel}
      waits={waits}
    >
      {fields.map((field) => (
        <TextInput
          key={field.key}
          label={nameOf(field.key)}
          autoComplete="off"
          maxLength={200}
          placeholder={field.example ?? undefined}
          value={typed[field.key] ?? ''}
          error={fieldProblem(error, fieldOf(field.key))}
          onChange={(event) => setTyped({ ...typed, [field.key]: event.currentTarget.value })}
        />
      ))}
      {fields.some((field) => field.may_be_absent) ? (
        <Checkbox label={t('office.payout.no_memo')} checked={isBare} onChange={(event) => setBare(event.currentTarget.checked)} />
      ) : null}
    </DeedForm>
  );
}
