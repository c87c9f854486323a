import { Button } from '@mantine/core';
import { useState } from 'react';
import { type OfficeOrderAttributes, officeReturnSurplus } from '#contract/office-orders.ts';
import { money } from '#office/format/figure.ts';
import { Below } from '#office/in-hand/Below.tsx';
import { useSteady } from '#office/in-hand/hand.ts';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { useWords } from '#office/words/Words.tsx';
import { sumsOf } from './sums-of.ts';
import { useDeed } from './use-deed.ts';

export interface SurplusPanelProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
}

/** Money beyond the order: how much, and the words of whoever gave it back. */
export function SurplusPanel({ id, order }: SurplusPanelProps) {
  const { t, locale } = useWords();
  const deed = useDeed(id);
  const [isAsked, setAsked] = useState(false);
  const { steady, tell } = useSteady(order);
  if (steady.surplus_amount === null || steady.surplus_return === null) return null;
  const amount = money(steady.surplus_amount, order.income.currency_iso_code, locale);
  const { back } = sumsOf(steady, { locale, nowhere: t('office.order.nowhere') });
  const giveBack = (note: string) =>
    deed.mutate(
      {
        call: async (api, idempotencyKey) => {
          const { data } = await api(officeReturnSurplus, { params: { id }, body: { version: order.version, note }, idempotencyKey });
          return data.attributes.surplus_amount === steady.surplus_amount ? t('office.observation.proposed') : undefined;
        },
        said: t('office.surplus.said'),
      },
      { onSuccess: (isDone) => isDone && setAsked(false) },
    );
  return (
    <section className="sheet" aria-labelledby="surplus-title">
      <h2 id="surplus-title">{t('office.surplus.title', { amount })}</h2>
      <p>{t(`office.surplus.what_${steady.surplus_return}`)}</p>
      {steady.may_return_surplus && !isAsked ? (
        <div className="deeds">
          <Button size="sm" variant="default" onClick={() => setAsked(true)}>
            {t('office.surplus.done')}
          </Button>
        </div>
      ) : null}
      {steady.may_return_surplus && isAsked ? (
        <Below tell={tell} isGone={!order.may_return_surplus}>
          <DeedForm
            what={t('office.surplus.effect', { amount, place: back })}
            submit={t('office.surplus.done')}
            note={{ label: t('office.surplus.note'), isRequired: true }}
            isBusy={deed.isPending}
            error={deed.error}
            onSubmit={giveBack}
            onCancel={() => setAsked(false)}
            waits={{ kind: 'return_surplus', subject: id }}
          />
        </Below>
      ) : null}
    </section>
  );
}
