import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { TextInput } from '#office/form/fields.tsx';
import type { Waits } from '#office/form/WaitingApprovals.tsx';
import { ActionForm, type ActionFormProps } from '#office/form/ActionForm.tsx';
import { useDetailName } from '#office/components/FactList.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

export interface Destination {
  readonly values: Readonly<Record<string, string>>;
  /** The customer has confirmed that there is no memo. */
  readonly hasNoMemo: boolean;
  readonly note: string;
}

export interface DestinationFormProps {
  readonly fields: OfficeOrderAttributes['refund_fields'];
  /** Member of the call that carries them: a refusal names it. */
  readonly member: string;
  readonly what: string;
  readonly submit: string;
  readonly command: ActionFormProps['command'];
  readonly onSubmit: (destination: Destination) => void;
  readonly onCancel: () => void;
  readonly waits: Waits;
}

/** Another destination; a second person approves it before anything is sent there. */
export function DestinationForm({ fields: offered, member, what, submit, command, onSubmit, onCancel, waits }: DestinationFormProps) {
  const { t } = useTranslation();
  const nameOf = useDetailName();
  // The fields at opening: the input stays when the order changes meanwhile
  const [fields] = useState(offered);
  const [input, setInput] = useState<Readonly<Record<string, string>>>({});
  const [hasNoMemo, setNoMemo] = useState(false);
  const values = Object.fromEntries(Object.entries(input).flatMap(([key, value]) => (value.trim() === '' ? [] : [[key, value.trim()]])));
  return (
    <ActionForm
      what={what}
      submit={submit}
      note={{ label: t('office.order.note_required'), isRequired: true }}
      isReady={Object.keys(values).length > 0}
      command={command}
      onSubmit={(note) => onSubmit({ values, hasNoMemo, note })}
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
          value={input[field.key] ?? ''}
          field={`${member}/${field.key}`}
          onChange={(event) => setInput({ ...input, [field.key]: event.currentTarget.value })}
        />
      ))}
      {fields.some((field) => field.may_be_absent) ? (
        <Checkbox label={t('office.payout.no_memo')} checked={hasNoMemo} onChange={(event) => setNoMemo(event.currentTarget.checked)} />
      ) : null}
    </ActionForm>
  );
}
