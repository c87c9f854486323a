import { Button } from '@mantine/core';
import { useState } from 'react';
import { officeGiveBackPayout, officeRevealDestination } from '#contract/office-payouts.ts';
import { useDeed } from '#office/order/use-deed.ts';
import { Copy } from '#office/pieces/Copy.tsx';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { useDetailName } from '#office/pieces/Details.tsx';
import { FactList } from '#office/pieces/FactList.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { useWords } from '#office/words/Words.tsx';
import { whereTo, type PayoutDeedProps } from './payout-deed.ts';

/** Where to pay, in full, to whoever has the payout in hand; every look is a line of the history. */
export function Reveal({ id, payout, lease }: PayoutDeedProps) {
  const { t } = useWords();
  const nameOf = useDetailName();
  const deed = useDeed(id, lease);
  const [shown, setShown] = useState<Readonly<Record<string, string>> | null>(null);
  if (shown !== null) {
    const facts = Object.entries(shown).map(([key, value]) => ({ name: nameOf(key), value: <Copy value={value} /> }));
    return <FactList facts={facts} />;
  }
  const look = () =>
    deed.mutate({
      call: async (api) => {
        const { data } = await api(officeRevealDestination, { params: { id, payout_id: payout.id } });
        setShown(data.attributes.requisites);
      },
      said: t('office.payout.revealed'),
    });
  return (
    <>
      {deed.isError ? <Problem error={deed.error} /> : null}
      <Button size="compact-sm" variant="default" loading={deed.isPending} onClick={look}>
        {t('office.payout.reveal')}
      </Button>
    </>
  );
}

/** Nothing was sent by hand: the machine goes on. */
export function GiveBack({ id, order, payout, lease }: PayoutDeedProps) {
  const { t, locale } = useWords();
  const deed = useDeed(id, lease);
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) {
    return (
      <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
        {t('office.payout.give_back')}
      </Button>
    );
  }
  const giveBack = (note: string) =>
    deed.mutate(
      {
        call: (api, idempotencyKey) =>
          api(officeGiveBackPayout, { params: { id, payout_id: payout.id }, body: { note, version: order.version }, idempotencyKey }),
        said: t('office.payout.given_back'),
      },
      { onSuccess: (isDone) => isDone && setAsked(false) },
    );
  return (
    <DeedForm
      what={t('office.payout.give_back_effect', whereTo(order, payout, { locale, nowhere: t('office.order.nowhere') }))}
      submit={t('office.payout.give_back')}
      note={{ label: t('office.order.note_required'), isRequired: true }}
      isBusy={deed.isPending}
      error={deed.error}
      onSubmit={giveBack}
      onCancel={() => setAsked(false)}
    />
  );
}
