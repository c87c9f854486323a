import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OfficeOrderAttributes } from '#contract/office-orders.ts';
import type { ApprovalKind } from '#core/approval.ts';
import type { Api } from '#office/api/use-api.ts';
import { Kept } from '#office/in-hand/Kept.tsx';
import { type Deed, useDeed } from '#office/order/use-deed.ts';
import type { Lease } from '#office/order/use-lease.ts';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { useWords } from '#office/words/Words.tsx';
import { type Destination, DestinationForm } from './DestinationForm.tsx';

export interface DestinationProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
  readonly lease: Lease;
}

/** What a destination belongs to, and the calls that change it. Texts are keys of words. */
export interface DestinationDeedsProps extends Pick<DestinationProps, 'id' | 'lease'> {
  readonly fields: OfficeOrderAttributes['refund_fields'];
  /** Member of the proposal that carries them: a refusal names it. */
  readonly member: string;
  readonly propose: {
    readonly kind: ApprovalKind;
    readonly label: string;
    readonly effect: string;
    readonly call: (api: Api, to: Destination, key: string) => Promise<unknown>;
  };
  readonly ask: {
    /** Whether the customer may be asked. */
    readonly isOffered: boolean;
    readonly label: string;
    readonly effect: string;
    readonly call: (api: Api, note: string, key: string) => Promise<unknown>;
  };
}

/** Another destination: asked of the customer, or proposed here for a second person to approve. Nothing is paid by either. */
export function DestinationDeeds({ id, lease, fields, member, propose, ask }: DestinationDeedsProps) {
  const { t } = useWords();
  const [open, setOpen] = useState<'propose' | 'ask' | null>(null);
  const deed = useDeed(id, lease);
  const close = () => {
    deed.reset();
    setOpen(null);
  };
  const act = (call: Deed['call'], said: string) => deed.mutate({ call, said: t(said) }, { onSuccess: (isDone) => isDone && close() });
  const answer = { isBusy: deed.isPending, error: deed.error, onCancel: close };
  if (open === 'propose')
    return (
      <DestinationForm
        {...answer}
        fields={fields}
        member={member}
        what={t(propose.effect)}
        submit={t(propose.label)}
        waits={{ kind: propose.kind, subject: id }}
        onSubmit={(to) => act((api, key) => propose.call(api, to, key), 'office.payout.destination_proposed')}
      />
    );
  if (open === 'ask')
    return (
      <Kept when={ask.isOffered}>
        <DeedForm
          {...answer}
          what={t(ask.effect)}
          submit={t(ask.label)}
          note={{ label: t('office.order.note_required'), isRequired: true }}
          onSubmit={(note) => act((api, key) => ask.call(api, note, key), 'office.payout.destination_asked')}
        />
      </Kept>
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
