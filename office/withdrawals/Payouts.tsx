import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { officeEndWithdrawalPayout, type OfficeWithdrawalPage } from '#contract/office-withdrawals.ts';
import { keys } from '#office/api/keys.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { Select, TextInput } from '#office/form/fields.tsx';
import { money } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { Kept } from '#office/in-hand/Kept.tsx';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { railWords } from '#office/pieces/rail-words.ts';
import { useWords } from '#office/words/Words.tsx';

type Payout = OfficeWithdrawalPage['payouts'][number];

interface PayoutsProps {
  readonly id: string;
  readonly withdrawal: OfficeWithdrawalPage;
}

/** Every attempt to pay it; an unknown one is ended by a person, with evidence. */
export function Payouts({ id, withdrawal }: PayoutsProps) {
  const { t, locale } = useWords();
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
              <span className="dim">{railWords(payout.rail, t)}</span>
              <time className="dim figures" dateTime={payout.at}>
                {clockTime(payout.at, locale)}
              </time>
            </p>
            {payout.reason === null ? null : <p className="note">{payout.reason}</p>}
            {payout.reference === null ? null : <p className="code">{payout.reference}</p>}
            <Kept when={payout.is_endable}>
              {ending === payout.id ? (
                <EndForm id={id} payout={payout} onDone={() => setEnding(undefined)} />
              ) : (
                <Button size="sm" variant="default" onClick={() => setEnding(payout.id)}>
                  {t('office_withdrawals.end.open')}
                </Button>
              )}
            </Kept>
          </li>
        ))}
      </ol>
    </section>
  );
}

const OUTCOMES = ['sent', 'not_sent'] as const;
const FIELDS = ['reference', 'amount'] as const;

function EndForm({ id, payout, onDone }: { readonly id: string; readonly payout: Payout; readonly onDone: () => void }) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const [said, setSaid] = useState({ reference: '', amount: '' });
  const [outcome, setOutcome] = useState<(typeof OUTCOMES)[number]>();
  const end = useMutation({
    mutationFn: (body: BodyInputOf<typeof officeEndWithdrawalPayout>) =>
      api(officeEndWithdrawalPayout, { params: { id, payout_id: payout.id }, body }),
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: keys.withdrawals() }),
  });
  return (
    <DeedForm
      what={t('office_withdrawals.end.what')}
      submit={t('office_withdrawals.end.submit')}
      note={{ label: t('office_withdrawals.note'), isRequired: true }}
      isGrave
      isBusy={end.isPending}
      error={end.error}
      fields={FIELDS}
      onSubmit={(note) => outcome !== undefined && end.mutate({ outcome, note, ...said })}
      onCancel={onDone}
      waits={{ kind: 'end_payout', subject: id }}
    >
      <Select
        label={t('office_withdrawals.end.outcome')}
        required
        data={OUTCOMES.map((value) => ({ value, label: t(`office_withdrawals.end.${value}`) }))}
        value={outcome ?? null}
        onChange={(value) => setOutcome(OUTCOMES.find((one) => one === value))}
      />
      {FIELDS.map((field) => (
        <TextInput
          key={field}
          label={t(`office_withdrawals.end.${field}`)}
          required
          value={said[field]}
          maxLength={200}
          error={end.isError ? fieldProblem(end.error, field) : undefined}
          onChange={(event) => setSaid({ ...said, [field]: event.currentTarget.value })}
        />
      ))}
    </DeedForm>
  );
}
