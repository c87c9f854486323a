import { useState } from 'react';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { officeJudgePair, officeTakeBackPair } from '#contract/office-customer-desk.ts';
import { PAIR_VERDICTS, type PairVerdict } from '#core/customer-links.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { Select, TextInput } from '#office/form/fields.tsx';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { useWords } from '#office/words/Words.tsx';
import { useCardDeed } from './use-card-deed.ts';

interface JudgePairProps {
  readonly id: string;
  /** The other customer's id; null: it is asked for. */
  readonly other: string | null;
  readonly onClose: () => void;
}

const isVerdict = (value: string | null): value is PairVerdict => PAIR_VERDICTS.some((one) => one === value);

/** Says of two customers that they are one person, or not connected. */
export function JudgePair({ id, other, onClose }: JudgePairProps) {
  const api = useApi();
  const { t } = useWords();
  const [verdict, setVerdict] = useState<PairVerdict | null>(null);
  const [typed, setTyped] = useState('');
  const judging = useCardDeed(
    (body: BodyInputOf<typeof officeJudgePair>, idempotencyKey) => api(officeJudgePair, { params: { id }, body, idempotencyKey }),
    onClose,
  );
  return (
    <DeedForm
      what={t('customers_desk.pair.what')}
      submit={t('customers_desk.pair.say')}
      note={{ label: t('customers_desk.note'), isRequired: true }}
      isBusy={judging.isPending}
      error={judging.error}
      fields={['other']}
      onSubmit={(note) => verdict !== null && judging.mutate({ other: other ?? typed.trim(), verdict, note })}
      onCancel={onClose}
    >
      {other === null ? (
        <TextInput
          label={t('customers_desk.pair.other')}
          required
          maxLength={254}
          value={typed}
          error={fieldProblem(judging.error, 'other')}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      ) : null}
      <Select
        label={t('customers_desk.pair.verdict')}
        required
        data={PAIR_VERDICTS.map((value) => ({ value, label: t(`customers_desk.pair.${value}`) }))}
        value={verdict}
        onChange={(value) => setVerdict(isVerdict(value) ? value : null)}
      />
    </DeedForm>
  );
}

interface TakeBackProps {
  readonly id: string;
  readonly other: string;
  readonly onClose: () => void;
}

/** Takes back what was said of two customers. */
export function TakeBackPair({ id, other, onClose }: TakeBackProps) {
  const api = useApi();
  const { t } = useWords();
  const taking = useCardDeed(
    (note: string, idempotencyKey) => api(officeTakeBackPair, { params: { id, other_id: other }, body: { note }, idempotencyKey }),
    onClose,
  );
  return (
    <DeedForm
      what={t('customers_desk.pair.take_back_what')}
      submit={t('customers_desk.pair.take_back')}
      note={{ label: t('customers_desk.note'), isRequired: true }}
      isBusy={taking.isPending}
      error={taking.error}
      onSubmit={(note) => taking.mutate(note)}
      onCancel={onClose}
    />
  );
}
