import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import {
  officeAskDestination,
  officeAskRefundDestination,
  officeCorrectDestination,
  officeSetRefundDestination,
} from '#contract/office/money/payouts.ts';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import type { ApprovalKind } from '#core/staff/approval.ts';
import type { Api } from '#office/api/use-api.ts';
import { useDetailName } from '#office/components/FactList.tsx';
import { KeepWhileEditing } from '#office/editing/Editing.tsx';
import { ActionForm, type ActionFormProps } from '#office/form/ActionForm.tsx';
import type { Waits } from '#office/form/WaitingApprovals.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { Lease } from '#office/order/use-lease.ts';
import { useOrderAction } from '#office/order/use-order-action.ts';

interface Destination {
  readonly values: Readonly<Record<string, string>>;
  /** The customer has confirmed that there is no memo. */
  readonly hasNoMemo: boolean;
  readonly note: string;
}

interface DestinationFormProps {
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
function DestinationForm({ fields: offered, member, what, submit, command, onSubmit, onCancel, waits }: DestinationFormProps) {
  const { t } = useTranslation();
  const nameOf = useDetailName();
  // The fields at opening: a later change of the order does not change the form
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

interface DestinationProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
  readonly lease: Lease;
}

/** A kind of destination and the calls that change it. `label` and `effect` are message keys. */
interface DestinationActionsProps extends Pick<DestinationProps, 'id' | 'lease'> {
  readonly fields: OfficeOrderAttributes['refund_fields'];
  /** Member of the body that holds them: refusals name it. */
  readonly member: string;
  readonly propose: {
    readonly kind: ApprovalKind;
    readonly label: string;
    readonly effect: string;
    readonly send: (call: Api, to: Destination) => Promise<unknown>;
  };
  readonly ask: {
    /** Whether the customer may be asked. */
    readonly isOffered: boolean;
    readonly label: string;
    readonly effect: string;
    readonly send: (call: Api, note: string) => Promise<unknown>;
  };
}

/** Another destination: requested from the customer, or proposed here to a second person. Neither pays anything. */
function DestinationActions({ id, lease, fields, member, propose, ask }: DestinationActionsProps) {
  const { t } = useTranslation();
  const [openForm, setOpenForm] = useState<'propose' | 'ask' | null>(null);
  const onDone = () => setOpenForm(null);
  const proposal = useOrderAction(id, (to: Destination, call) => propose.send(call, to), {
    lease,
    success: t('office.payout.destination_proposed'),
    onDone,
  });
  const request = useOrderAction(id, (note: string, call) => ask.send(call, note), {
    lease,
    success: t('office.payout.destination_asked'),
    onDone,
  });
  const close = () => {
    proposal.reset();
    request.reset();
    setOpenForm(null);
  };
  if (openForm === 'propose')
    return (
      <DestinationForm
        command={proposal}
        onCancel={close}
        fields={fields}
        member={member}
        what={t(propose.effect)}
        submit={t(propose.label)}
        waits={{ kind: propose.kind, subject: id }}
        onSubmit={proposal.run}
      />
    );
  if (openForm === 'ask')
    return (
      <KeepWhileEditing when={ask.isOffered}>
        <ActionForm
          command={request}
          onCancel={close}
          what={t(ask.effect)}
          submit={t(ask.label)}
          note={{ label: t('office.order.note_required'), isRequired: true }}
          onSubmit={request.run}
        />
      </KeepWhileEditing>
    );
  return (
    <div className="row">
      {ask.isOffered ? (
        <Button size="sm" variant="default" onClick={() => setOpenForm('ask')}>
          {t(ask.label)}
        </Button>
      ) : null}
      <Button size="sm" variant="default" onClick={() => setOpenForm('propose')}>
        {t(propose.label)}
      </Button>
    </div>
  );
}

/** A payout that failed because of its destination: two operators correct it, or the customer does by a link in an e-mail. */
export function CorrectDestination({ id, order, lease }: DestinationProps) {
  const { version } = order;
  return (
    <DestinationActions
      id={id}
      lease={lease}
      fields={order.payout_fields}
      member="requisites"
      propose={{
        kind: 'correct_destination',
        label: 'office.payout.correct_destination',
        effect: 'office.payout.correct_effect',
        send: (call, { values, hasNoMemo: isBare, note }) => {
          const body = { requisites: values, ...(isBare ? { no_memo: true } : {}), note, version };
          return call(officeCorrectDestination, { params: { id }, body });
        },
      }}
      ask={{
        isOffered: order.may_ask_destination,
        label: 'office.payout.ask_correction',
        effect: 'office.payout.ask_correction_effect',
        send: (call, note) => call(officeAskDestination, { params: { id }, body: { note, version } }),
      }}
    />
  );
}

/** A refund without a destination: two operators set another one, or the customer is asked on the order page. */
export function RefundDestination({ id, order, lease }: DestinationProps) {
  const { version } = order;
  return (
    <DestinationActions
      id={id}
      lease={lease}
      fields={order.refund_fields}
      member="refund_requisites"
      propose={{
        kind: 'set_refund_destination',
        label: 'office.payout.set_destination',
        effect: 'office.payout.destination_effect',
        send: (call, { values, hasNoMemo: isBare, note }) => {
          const body = { refund_requisites: values, ...(isBare ? { no_memo: true } : {}), note, version };
          return call(officeSetRefundDestination, { params: { id }, body });
        },
      }}
      ask={{
        isOffered: true,
        label: 'office.payout.ask_destination',
        effect: 'office.payout.ask_effect',
        send: (call, note) => call(officeAskRefundDestination, { params: { id }, body: { note, version } }),
      }}
    />
  );
}
