import { Button } from '@mantine/core';
import { useState } from 'react';
import { officeEndWithdrawalPayout, type OfficeWithdrawalPage } from '#contract/office/money/withdrawals.ts';
import { useFields } from '#office/form/use-fields.ts';
import { useCommand } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { Select, TextInput } from '#office/form/fields.tsx';
import { money } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { KeepWhileEditing } from '#office/editing/Editing.tsx';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { railName } from '#office/components/detail-facts.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

type Payout = OfficeWithdrawalPage['payouts'][number];

interface PayoutsProps {
  readonly id: string;
  readonly withdrawal: OfficeWithdrawalPage;
}

/** All attempts to pay a withdrawal; an operator ends one with an unknown result, with evidence. */
export function Payouts({ id, withdrawal }: PayoutsProps) {
  const { t, locale } = useTranslation();
  const [ending, setEnding] = useState<string>();
  if (withdrawal.payouts.length === 0) return null;
  return (
    <section className="sheet" aria-labelledby="withdrawal-payouts">
      <h2 id="withdrawal-payouts">{t('office_withdrawals.payouts')}</h2>
      <ol className="plain">
        {withdrawal.payouts.map((payout) => (
          <li key={payout.id}>
            <p className="line">
              <strong>{t('office_withdrawals.attempt', { number: payout.attempt })}</strong>
              <span>{t(`office_withdrawals.payout.${payout.state}`)}</span>
              <span>{money(payout.amount, withdrawal.currency_iso_code, locale)}</span>
              <span className="dim">{railName(payout.rail, t)}</span>
              <time className="dim figures" dateTime={payout.at}>
                {clockTime(payout.at, locale)}
              </time>
            </p>
            {payout.reason === null ? null : <p className="note">{payout.reason}</p>}
            {payout.reference === null ? null : <p className="code">{payout.reference}</p>}
            <KeepWhileEditing when={payout.is_endable}>
              {ending === payout.id ? (
                <EndPayoutForm id={id} payout={payout} onDone={() => setEnding(undefined)} />
              ) : (
                <Button size="sm" variant="default" onClick={() => setEnding(payout.id)}>
                  {t('office_withdrawals.end.open')}
                </Button>
              )}
            </KeepWhileEditing>
          </li>
        ))}
      </ol>
    </section>
  );
}

const OUTCOMES = ['sent', 'not_sent'] as const;
const FIELDS = ['reference', 'amount'] as const;

function EndPayoutForm({ id, payout, onDone }: { readonly id: string; readonly payout: Payout; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const form = useFields({ outcome: null as (typeof OUTCOMES)[number] | null, reference: '', amount: '' });
  const end = useCommand(officeEndWithdrawalPayout, { after: [keys.withdrawals()], onDone });
  const send = (note: string) => {
    const { outcome, reference, amount } = form.values;
    if (outcome !== null) end.run({ params: { id, payout_id: payout.id }, body: { outcome, note, reference, amount } });
  };
  return (
    <ActionForm
      what={t('office_withdrawals.end.what')}
      submit={t('office_withdrawals.end.submit')}
      note={{ label: t('office_withdrawals.note'), isRequired: true }}
      isDestructive
      command={end}
      onSubmit={send}
      onCancel={onDone}
      waits={{ kind: 'end_payout', subject: id }}
    >
      <Select
        label={t('office_withdrawals.end.outcome')}
        required
        data={OUTCOMES.map((value) => ({ value, label: t(`office_withdrawals.end.${value}`) }))}
        {...form.option('outcome', OUTCOMES)}
      />
      {FIELDS.map((field) => (
        <TextInput key={field} label={t(`office_withdrawals.end.${field}`)} required {...form.text(field)} maxLength={200} />
      ))}
    </ActionForm>
  );
}
