import { Button } from '@mantine/core';
import { useState } from 'react';
import { officeEndPayout, officeGiveBackPayout, officeRevealDestination } from '#contract/office/money/payouts.ts';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import type { Locale } from '#core/locale.ts';
import type { PayoutPurpose } from '#core/payout/payout.ts';
import { Copy } from '#office/components/Copy.tsx';
import { FactList, useDetailName } from '#office/components/FactList.tsx';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { money } from '#office/format/figure.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { sumTexts } from '#office/order/order-money.ts';
import type { Lease } from '#office/order/use-lease.ts';
import { useOrderAction } from '#office/order/use-order-action.ts';

type Payout = OfficeOrderAttributes['payouts'][number];

export interface PayoutActionProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
  readonly payout: Payout;
  readonly lease: Lease;
}

interface TextOptions {
  readonly locale: Locale;
  readonly nowhere: string;
}

/** Amount and destination of a payout by its purpose: the ordered payout, or a refund. */
export function amountAndPlace(order: OfficeOrderAttributes, purpose: PayoutPurpose, reading: TextOptions) {
  const { received, get, to, back } = sumTexts(order, reading);
  if (purpose === 'payout') return { amount: get, place: to };
  const surplus = order.surplus_amount === null ? received : money(order.surplus_amount, order.income.currency_iso_code, reading.locale);
  return { amount: purpose === 'surplus' ? surplus : received, place: back };
}

/** The same for an attempt with its own amount. */
function whereTo(order: OfficeOrderAttributes, payout: Payout, reading: TextOptions) {
  return {
    amount: money(payout.amount, payout.payment_system.currency_iso_code, reading.locale),
    place: amountAndPlace(order, payout.purpose, reading).place,
  };
}

const OUTCOMES = ['sent', 'not_sent'] as const;
type Outcome = (typeof OUTCOMES)[number];

interface EvidenceProps extends PayoutActionProps {
  readonly outcome: Outcome;
  readonly onDone: () => void;
}

/** The evidence: the amount as the operator read it, and the reference of the transfer, or of the confirmation that there was none. */
function Evidence({ id, order, payout, lease, outcome, onDone }: EvidenceProps) {
  const { t, locale } = useTranslation();
  const form = useFields({ amount: '', reference: '' });
  const destination = whereTo(order, payout, { locale, nowhere: t('office.order.nowhere') });
  const end = useOrderAction(
    id,
    (note: string, call) => {
      const { reference, amount } = form.values;
      const body = { outcome, reference: reference.trim(), note, amount: amount.trim(), version: order.version };
      return call(officeEndPayout, { params: { id, payout_id: payout.id }, body });
    },
    {
      lease,
      success: ({ data }) => {
        const isEnded = data.attributes.payouts.every(({ id: payoutId, state }) => payoutId !== payout.id || state !== payout.state);
        return t(isEnded ? 'office.payout.ended' : 'office.observation.proposed');
      },
      onDone,
    },
  );
  return (
    <ActionForm
      what={t(`office.payout.end_effect.${outcome}`, destination)}
      submit={t(`office.payout.end.${outcome}`)}
      note={{ label: t('office.order.note_required'), isRequired: true }}
      isDestructive={outcome === 'not_sent'}
      command={end}
      onSubmit={end.run}
      onCancel={onDone}
      waits={{ kind: 'end_payout', subject: id, isAbout: (payload) => payload['outcome'] === outcome }}
    >
      <TextInput
        label={t('office.payout.amount')}
        description={t('office.payout.amount_hint')}
        inputMode="decimal"
        autoComplete="off"
        required
        {...form.text('amount')}
      />
      <TextInput label={t(`office.payout.reference.${outcome}`)} autoComplete="off" required maxLength={200} {...form.text('reference')} />
    </ActionForm>
  );
}

/** Ends a payout as sent or not sent; above the first limit it becomes a proposal to a second person. */
export function EndPayout(props: PayoutActionProps) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  if (outcome !== null) return <Evidence key={outcome} {...props} outcome={outcome} onDone={() => setOutcome(null)} />;
  return OUTCOMES.map((option) => (
    <Button key={option} size="compact-sm" variant="default" onClick={() => setOutcome(option)}>
      {t(`office.payout.end.${option}`)}
    </Button>
  ));
}

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
