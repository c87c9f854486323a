import { Button } from '@mantine/core';
import { useState } from 'react';
import { officeEndPayout } from '#contract/office-payouts.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { TextInput } from '#office/form/fields.tsx';
import { useDeed } from '#office/order/use-deed.ts';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { useWords } from '#office/words/Words.tsx';
import { whereTo, type PayoutDeedProps } from './payout-deed.ts';

const OUTCOMES = ['sent', 'not_sent'] as const;
type Outcome = (typeof OUTCOMES)[number];

interface EvidenceProps extends PayoutDeedProps {
  readonly outcome: Outcome;
  readonly onDone: () => void;
}

/** The evidence: the amount as the operator read it, and the reference of the transfer or of the word that there was none. */
function Evidence({ id, order, payout, lease, outcome, onDone }: EvidenceProps) {
  const { t, locale } = useWords();
  const deed = useDeed(id, lease);
  const [amount, setAmount] = useState('');
  const [reference, setReference] = useState('');
  const place = whereTo(order, payout, { locale, nowhere: t('office.order.nowhere') });
  const end = (note: string) =>
    deed.mutate(
      {
        call: async (api, idempotencyKey) => {
          const { data } = await api(officeEndPayout, {
            params: { id, payout_id: payout.id },
            body: { outcome, reference: reference.trim(), note, amount: amount.trim(), version: order.version },
            idempotencyKey,
          });
          const isOver = data.attributes.payouts.every((one) => one.id !== payout.id || one.state !== payout.state);
          return isOver ? undefined : t('office.observation.proposed');
        },
        said: t('office.payout.ended'),
      },
      { onSuccess: (isDone) => isDone && onDone() },
    );
  return (
    <DeedForm
      what={t(`office.payout.end_effect.${outcome}`, place)}
      submit={t(`office.payout.end.${outcome}`)}
      note={{ label: t('office.order.note_required'), isRequired: true }}
      isGrave={outcome === 'not_sent'}
      isBusy={deed.isPending}
      error={deed.error}
      fields={['amount', 'reference']}
      onSubmit={end}
      onCancel={onDone}
      waits={{ kind: 'end_payout', subject: id, isAbout: ({ outcome: said }) => said === outcome }}
    >
      <TextInput
        label={t('office.payout.amount')}
        description={t('office.payout.amount_hint')}
        inputMode="decimal"
        autoComplete="off"
        required
        value={amount}
        error={fieldProblem(deed.error, 'amount')}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <TextInput
        label={t(`office.payout.reference.${outcome}`)}
        autoComplete="off"
        required
        maxLength={200}
        value={reference}
        error={fieldProblem(deed.error, 'reference')}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
    </DeedForm>
  );
}

/** Ends a payout either way; above the first limit the word of one becomes a proposal to another. */
export function EndPayout(props: PayoutDeedProps) {
  const { t } = useWords();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  if (outcome !== null) return <Evidence key={outcome} {...props} outcome={outcome} onDone={() => setOutcome(null)} />;
  return OUTCOMES.map((one) => (
    <Button key={one} size="compact-sm" variant="default" onClick={() => setOutcome(one)}>
      {t(`office.payout.end.${one}`)}
    </Button>
  ));
}
