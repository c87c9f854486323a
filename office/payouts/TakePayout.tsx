import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OfficeOrderAttributes } from '#contract/office/orders/orders.ts';
import { officeTakePayout } from '#contract/office/money/payouts.ts';
import type { PayoutPurpose } from '#core/payout/payout.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useOrderAction } from '#office/order/use-order-action.ts';
import type { Lease } from '#office/order/use-lease.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { amountAndPlace } from './payout-action.ts';

export interface TakePayoutProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
  readonly lease: Lease;
  readonly purpose: PayoutPurpose;
}

/** Takes a payout over from the automatic queue, so that only one of the two pays. */
export function TakePayout({ id, order, lease, purpose }: TakePayoutProps) {
  const { t, locale } = useTranslation();
  const take = useOrderAction(
    id,
    (_: null, call) => call(officeTakePayout, { params: { id }, body: { purpose, version: order.version } }),
    { lease, success: t('office.payout.taken'), onDone: () => setOpen(false) },
  );
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        {t(`office.payout.take.${purpose}`)}
      </Button>
    );
  }
  return (
    <div className="confirm">
      <p>{t('office.payout.take_effect', amountAndPlace(order, purpose, { locale, nowhere: t('office.order.nowhere') }))}</p>
      <CommandProblem error={take.error} />
      <div className="row">
        <Button size="sm" loading={take.isPending} onClick={() => take.run(null)}>
          {t(`office.payout.take.${purpose}`)}
        </Button>
        <Button variant="subtle" size="sm" onClick={() => setOpen(false)}>
          {t('office.cancel')}
        </Button>
      </div>
    </div>
  );
}
