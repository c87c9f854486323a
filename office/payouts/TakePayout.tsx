import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OfficeOrderAttributes } from '#contract/office-orders.ts';
import { officeTakePayout } from '#contract/office-payouts.ts';
import type { PayoutPurpose } from '#core/payout.ts';
import { problemWords } from '#office/api/problem.ts';
import { useDeed } from '#office/order/use-deed.ts';
import type { Lease } from '#office/order/use-lease.ts';
import { useWords } from '#office/words/Words.tsx';
import { moneyOf } from './payout-deed.ts';

export interface TakePayoutProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
  readonly lease: Lease;
  readonly purpose: PayoutPurpose;
}

/** Takes what is to be paid from the machine, so that one of the two acts and never both. */
export function TakePayout({ id, order, lease, purpose }: TakePayoutProps) {
  const { t, locale } = useWords();
  const deed = useDeed(id, lease);
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) {
    return (
      <Button size="sm" variant="default" onClick={() => setAsked(true)}>
        {t(`office.payout.take.${purpose}`)}
      </Button>
    );
  }
  const take = () =>
    deed.mutate(
      {
        call: (api, idempotencyKey) => api(officeTakePayout, { params: { id }, body: { purpose, version: order.version }, idempotencyKey }),
        said: t('office.payout.taken'),
      },
      { onSuccess: (isDone) => isDone && setAsked(false) },
    );
  return (
    <div className="confirm">
      <p>{t('office.payout.take_effect', moneyOf(order, purpose, { locale, nowhere: t('office.order.nowhere') }))}</p>
      {deed.isError ? (
        <p className="problem" role="alert">
          {problemWords(deed.error, t)}
        </p>
      ) : null}
      <div className="row">
        <Button size="sm" loading={deed.isPending} onClick={take}>
          {t(`office.payout.take.${purpose}`)}
        </Button>
        <Button variant="subtle" size="sm" onClick={() => setAsked(false)}>
          {t('office.cancel')}
        </Button>
      </div>
    </div>
  );
}
