import { Button } from '@mantine/core';
import { useState } from 'react';
import { officeGiveBackPayout, officeRevealDestination } from '#contract/office/money/payouts.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useOrderAction } from '#office/order/use-order-action.ts';
import { Copy } from '#office/components/Copy.tsx';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { FactList, useDetailName } from '#office/components/FactList.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { whereTo, type PayoutActionProps } from './payout-action.ts';

/** The whole destination, for the operator who pays by hand; each reveal is recorded in the history. */
export function Reveal({ id, payout, lease }: PayoutActionProps) {
  const { t } = useTranslation();
  const nameOf = useDetailName();
  const reveal = useOrderAction(id, (_: null, call) => call(officeRevealDestination, { params: { id, payout_id: payout.id } }), {
    lease,
    success: t('office.payout.revealed'),
    isKeyed: false,
  });
  const requisites = reveal.result?.result.data.attributes.requisites;
  if (requisites !== undefined) {
    const facts = Object.entries(requisites).map(([key, value]) => ({ name: nameOf(key), value: <Copy value={value} /> }));
    return <FactList facts={facts} />;
  }
  return (
    <>
      <CommandProblem error={reveal.error} />
      <Button size="compact-sm" variant="default" loading={reveal.isPending} onClick={() => reveal.run(null)}>
        {t('office.payout.reveal')}
      </Button>
    </>
  );
}

/** Returns a payout to the automatic queue: nothing was sent by hand. */
export function GiveBack({ id, order, payout, lease }: PayoutActionProps) {
  const { t, locale } = useTranslation();
  const giveBack = useOrderAction(
    id,
    (note: string, call) => call(officeGiveBackPayout, { params: { id, payout_id: payout.id }, body: { note, version: order.version } }),
    { lease, success: t('office.payout.given_back'), onDone: () => setOpen(false) },
  );
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {t('office.payout.give_back')}
      </Button>
    );
  }
  return (
    <ActionForm
      what={t('office.payout.give_back_effect', whereTo(order, payout, { locale, nowhere: t('office.order.nowhere') }))}
      submit={t('office.payout.give_back')}
      note={{ label: t('office.order.note_required'), isRequired: true }}
      command={giveBack}
      onSubmit={giveBack.run}
      onCancel={() => setOpen(false)}
    />
  );
}
