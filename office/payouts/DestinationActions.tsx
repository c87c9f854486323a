import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OfficeOrderAttributes } from '#contract/office/orders/orders.ts';
import type { ApprovalKind } from '#core/staff/approval.ts';
import type { Api } from '#office/api/use-api.ts';
import { KeepWhileEditing } from '#office/editing/KeepWhileEditing.tsx';
import { useOrderAction } from '#office/order/use-order-action.ts';
import type { Lease } from '#office/order/use-lease.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { type Destination, DestinationForm } from './DestinationForm.tsx';

export interface DestinationProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
  readonly lease: Lease;
}

/** A kind of destination and the calls that change it. `label` and `effect` are message keys. */
export interface DestinationActionsProps extends Pick<DestinationProps, 'id' | 'lease'> {
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
export function DestinationActions({ id, lease, fields, member, propose, ask }: DestinationActionsProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'propose' | 'ask' | null>(null);
  const onDone = () => setOpen(null);
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
    setOpen(null);
  };
  if (open === 'propose')
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
  if (open === 'ask')
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
        <Button size="sm" variant="default" onClick={() => setOpen('ask')}>
          {t(ask.label)}
        </Button>
      ) : null}
      <Button size="sm" variant="default" onClick={() => setOpen('propose')}>
        {t(propose.label)}
      </Button>
    </div>
  );
}
