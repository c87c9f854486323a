import { Button } from '@mantine/core';
import { useState } from 'react';
import { officeCorrectDestination } from '#contract/office-payouts.ts';
import { useDeed } from '#office/order/use-deed.ts';
import { useWords } from '#office/words/Words.tsx';
import { type Destination, DestinationForm } from './DestinationForm.tsx';
import type { RefundDestinationProps } from './RefundDestination.tsx';

/** A payout that failed because of where it was sent: another destination, by two operators. Nothing is paid by it. */
export function CorrectDestination({ id, order, lease }: RefundDestinationProps) {
  const { t } = useWords();
  const deed = useDeed(id, lease);
  const [isOpen, setOpen] = useState(false);
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
      { onSuccess: (isDone) => isDone && setOpen(false) },
    );
  if (!isOpen)
    return (
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        {t('office.payout.correct_destination')}
      </Button>
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
      onCancel={() => setOpen(false)}
    />
  );
}
