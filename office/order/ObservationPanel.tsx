import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ObservationForm } from './ObservationForm.tsx';
import type { Lease } from './use-lease.ts';

export interface ObservationPanelProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
  readonly lease: Lease;
}

/** Records money that an operator saw on the account: amount and reference, never a status. */
export function ObservationPanel({ id, order, lease }: ObservationPanelProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isHeldByColleague = order.lease !== null && !order.lease.is_mine && !lease.isMine;
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
          disabled={isHeldByColleague}
          rightSection={<kbd>o</kbd>}
          onClick={() => void open()}
        >
          {t('office.observation.open')}
        </Button>
      )}
    </section>
  );
}
