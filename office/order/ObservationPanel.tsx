import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OfficeOrderAttributes } from '#contract/office-orders.ts';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { useWords } from '#office/words/Words.tsx';
import { ObservationForm } from './ObservationForm.tsx';
import type { Lease } from './use-lease.ts';

export interface ObservationPanelProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
  readonly lease: Lease;
}

/** Money that an operator saw on the account: said as an amount with its reference, never as a state. */
export function ObservationPanel({ id, order, lease }: ObservationPanelProps) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const isOthers = order.lease !== null && !order.lease.is_mine && !lease.isMine;
  const open = async () => {
    if (lease.isMine || (await lease.claim())) setOpen(true);
  };
  useKeys({ o: () => void (!isOpen && open()) });
  return (
    <section className="sheet" aria-labelledby="observation-title">
      <h2 id="observation-title">{t('office.observation.title')}</h2>
      {isOpen ? (
        <ObservationForm id={id} order={order} lease={lease} onDone={() => setOpen(false)} />
      ) : (
        <Button
          fullWidth
          justify="space-between"
          size="sm"
          variant={order.allowed_moves.length === 0 && order.attention !== null ? 'filled' : 'default'}
          disabled={isOthers}
          rightSection={<kbd>o</kbd>}
          onClick={() => void open()}
        >
          {t('office.observation.open')}
        </Button>
      )}
    </section>
  );
}
