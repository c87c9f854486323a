import { officeJudgePair, officeTakeBackPair } from '#contract/office/customers/customer-desk.ts';
import { PAIR_VERDICTS, type PairVerdict } from '#core/customer/customer.ts';
import { useCommand } from '#office/api/use-command.ts';
import { useFields } from '#office/form/use-fields.ts';
import { Select, TextInput } from '#office/form/fields.tsx';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { CARD_QUERIES } from './card-queries.ts';

interface JudgePairProps {
  readonly id: string;
  /** The other customer's id; null: the operator enters it. */
  readonly other: string | null;
  readonly onClose: () => void;
}

/** Records that two customers are one person, or not connected. */
export function JudgePair({ id, other, onClose }: JudgePairProps) {
  const { t } = useTranslation();
  const form = useFields({ other: '', verdict: null as PairVerdict | null });
  const judge = useCommand(officeJudgePair, { after: CARD_QUERIES, onDone: onClose });
  const { verdict } = form.values;
  const send = (note: string) => {
    if (verdict !== null) judge.run({ params: { id }, body: { other: other ?? form.values.other.trim(), verdict, note } });
  };
  return (
    <ActionForm
      what={t('customers_desk.pair.what')}
      submit={t('customers_desk.pair.say')}
      note={{ label: t('customers_desk.note'), isRequired: true }}
      command={judge}
      onSubmit={send}
      onCancel={onClose}
    >
      {other === null ? <TextInput {...form.text('other')} label={t('customers_desk.pair.other')} required maxLength={254} /> : null}
      <Select
        {...form.option('verdict', PAIR_VERDICTS)}
        label={t('customers_desk.pair.verdict')}
        required
        data={PAIR_VERDICTS.map((value) => ({ value, label: t(`customers_desk.pair.${value}`) }))}
      />
    </ActionForm>
  );
}

interface TakeBackProps {
  readonly id: string;
  readonly other: string;
  readonly onClose: () => void;
}

/** Withdraws a verdict on two customers. */
export function TakeBackPair({ id, other, onClose }: TakeBackProps) {
  const { t } = useTranslation();
  const takeBack = useCommand(officeTakeBackPair, { after: CARD_QUERIES, onDone: onClose });
  return (
    <ActionForm
      what={t('customers_desk.pair.take_back_what')}
      submit={t('customers_desk.pair.take_back')}
      note={{ label: t('customers_desk.note'), isRequired: true }}
      command={takeBack}
      onSubmit={(note) => takeBack.run({ params: { id, other_id: other }, body: { note } })}
      onCancel={onClose}
    />
  );
}
