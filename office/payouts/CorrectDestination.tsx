import { Button } from '@mantine/core';
import { useState } from 'react';
import { officeAskDestination, officeCorrectDestination } from '#contract/office-payouts.ts';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { useDeed } from '#office/order/use-deed.ts';
import { useWords } from '#office/words/Words.tsx';
import { type Destination, DestinationForm } from './DestinationForm.tsx';
import type { RefundDestinationProps } from './RefundDestination.tsx';

interface OpenProps extends RefundDestinationProps {
  readonly onDone: () => void;
}

/** Another destination, by two operators. */
function Propose({ id, order, lease, onDone }: OpenProps) {
  const { t } = useWords();
  const deed = useDeed(id, lease);
  const propose = ({ values, isBare, note }: Destination) =>
    deed.mutate(
      {
        call: (api, idempotencyKey) =>
          api(officeCorrectDestination, {
            params: { id },
            body: { requisites: values, ...(isBare ? { no_memo: true } : {}), note, version: order.version },
            idempotencyKey,
          }),
        said: t('office.payout.destination_proposed'),
      },
      { onSuccess: (isDone) => isDone && onDone() },
    );
  return (
    <DestinationForm
      fields={order.payout_fields}
      member="requisites"
      what={t('office.payout.correct_effect')}
      submit={t('office.payout.correct_destination')}
      isBusy={deed.isPending}
      error={deed.error}
      onSubmit={propose}
      onCancel={onDone}
    />
  );
}

/** The customer names it himself, by a link in a letter; one person agrees. */
function Ask({ id, order, lease, onDone }: OpenProps) {
  const { t } = useWords();
  const deed = useDeed(id, lease);
  const ask = (note: string) =>
    deed.mutate(
      {
        call: (api, idempotencyKey) =>
          api(officeAskDestination, { params: { id }, body: { note, version: order.version }, idempotencyKey }),
        said: t('office.payout.destination_asked'),
      },
      { onSuccess: (isDone) => isDone && onDone() },
    );
  return (
    <DeedForm
      what={t('office.payout.ask_correction_effect')}
      submit={t('office.payout.ask_correction')}
      note={{ label: t('office.order.note_required'), isRequired: true }}
      isBusy={deed.isPending}
      error={deed.error}
      onSubmit={ask}
      onCancel={onDone}
    />
  );
}

/** A payout that failed because of where it was sent: another destination, asked of the customer or proposed here. Nothing is paid by it. */
export function CorrectDestination(props: RefundDestinationProps) {
  const { t } = useWords();
  const [open, setOpen] = useState<'propose' | 'ask' | null>(null);
  if (open === 'propose') return <Propose {...props} onDone={() => setOpen(null)} />;
  if (open === 'ask') return <Ask {...props} onDone={() => setOpen(null)} />;
  return (
    <div className="row">
      {props.order.may_ask_destination ? (
        <Button size="sm" variant="default" onClick={() => setOpen('ask')}>
          {t('office.payout.ask_correction')}
        </Button>
      ) : null}
      <Button size="sm" variant="default" onClick={() => setOpen('propose')}>
        {t('office.payout.correct_destination')}
      </Button>
    </div>
  );
}
