import { Button } from '@mantine/core';
import { useState } from 'react';
import { officeEndPayout } from '#contract/office/money/payouts.ts';
import { useFields } from '#office/form/use-fields.ts';
import { TextInput } from '#office/form/fields.tsx';
import { useOrderAction } from '#office/order/use-order-action.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { whereTo, type PayoutActionProps } from './payout-action.ts';

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
