import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OfficeOrderAttributes } from '#contract/office-orders.ts';
import { officeAskRefundDestination, officeSetRefundDestination } from '#contract/office-payouts.ts';
import { useDeed } from '#office/order/use-deed.ts';
import type { Lease } from '#office/order/use-lease.ts';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { useWords } from '#office/words/Words.tsx';
import { type Destination, DestinationForm } from './DestinationForm.tsx';

export interface RefundDestinationProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
  readonly lease: Lease;
}

interface OpenProps extends RefundDestinationProps {
  readonly onDone: () => void;
}

/** The new destination; a second person approves it before anything is sent there. */
function Propose({ id, order, lease, onDone }: OpenProps) {
  const { t } = useWords();
  const deed = useDeed(id, lease);
  const propose = ({ values, isBare, note }: Destination) =>
    deed.mutate(
      {
        call: (api, idempotencyKey) =>
          api(officeSetRefundDestination, {
            params: { id },
            body: { refund_requisites: values, ...(isBare ? { no_memo: true } : {}), note, version: order.version },
            idempotencyKey,
          }),
        said: t('office.payout.destination_proposed'),
      },
      { onSuccess: (isDone) => isDone && onDone() },
    );
  return (
    <DestinationForm
      fields={order.refund_fields}
      member="refund_requisites"
      what={t('office.payout.destination_effect')}
      submit={t('office.payout.set_destination')}
      isBusy={deed.isPending}
      error={deed.error}
      onSubmit={propose}
      onCancel={onDone}
    />
  );
}

/** The customer is asked for another destination on his own page. */
function Ask({ id, order, lease, onDone }: OpenProps) {
  const { t } = useWords();
  const deed = useDeed(id, lease);
  const ask = (note: string) =>
    deed.mutate(
      {
        call: (api, idempotencyKey) =>
          api(officeAskRefundDestination, { params: { id }, body: { note, version: order.version }, idempotencyKey }),
        said: t('office.payout.destination_asked'),
      },
      { onSuccess: (isDone) => isDone && onDone() },
    );
  return (
    <DeedForm
      what={t('office.payout.ask_effect')}
      submit={t('office.payout.ask_destination')}
      note={{ label: t('office.order.note_required'), isRequired: true }}
      isBusy={deed.isPending}
      error={deed.error}
      onSubmit={ask}
      onCancel={onDone}
    />
  );
}

/** A refund without a way: another destination, proposed by two operators or asked of the customer. */
export function RefundDestination(props: RefundDestinationProps) {
  const { t } = useWords();
  const [open, setOpen] = useState<'propose' | 'ask' | null>(null);
  if (open === 'propose') return <Propose {...props} onDone={() => setOpen(null)} />;
  if (open === 'ask') return <Ask {...props} onDone={() => setOpen(null)} />;
  return (
    <div className="row">
      <Button size="sm" variant="default" onClick={() => setOpen('ask')}>
        {t('office.payout.ask_destination')}
      </Button>
      <Button size="sm" variant="default" onClick={() => setOpen('propose')}>
        {t('office.payout.set_destination')}
      </Button>
    </div>
  );
}
