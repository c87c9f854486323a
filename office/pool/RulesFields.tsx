import { POOL_SHARINGS } from '#core/pool/requisite.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { NativeSelect, TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { type RulesDraft, unreadableRules } from './rules-draft.ts';

interface Props {
  readonly draft: RulesDraft;
  readonly error: unknown;
  /** Whether the form was found wrong: fields that cannot be read say so. */
  readonly isChecked: boolean;
  readonly onChange: (part: Partial<RulesDraft>) => void;
}

const PAIRS = [
  ['min_amount', 'max_amount'],
  ['daily_amount', 'daily_count'],
  ['monthly_amount', 'monthly_count'],
] as const;

/** Limits, hours and how orders share a requisite. */
export function RulesFields({ draft, error, isChecked, onChange }: Props) {
  const { t } = useTranslation();
  const unreadable = isChecked ? unreadableRules(draft) : [];
  const wrongNumber = (name: keyof RulesDraft) =>
    t(name === 'rest_minutes' ? 'office_by_hand.pool.wrong.minutes' : 'office_by_hand.pool.wrong.count');
  const field = (name: Exclude<keyof RulesDraft, 'sharing'>, type: 'text' | 'time' = 'text') => (
    <TextInput
      key={name}
      label={t(`office_by_hand.pool.rules.${name}`)}
      type={type}
      inputMode={type === 'text' ? 'decimal' : undefined}
      autoComplete="off"
      value={draft[name]}
      error={unreadable.includes(name) ? wrongNumber(name) : fieldProblem(error, `rules/${name}`)}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <fieldset className="by-hand-rules">
      <legend>{t('office_by_hand.pool.rules.title')}</legend>
      <NativeSelect
        label={t('office_by_hand.pool.rules.sharing')}
        value={draft.sharing}
        onChange={(event) => onChange({ sharing: POOL_SHARINGS.find((one) => one === event.currentTarget.value) ?? draft.sharing })}
        data={POOL_SHARINGS.map((value) => ({ value, label: t(`office_by_hand.pool.sharing.${value}`) }))}
      />
      {PAIRS.map(([first, second]) => (
        <div key={first} className="by-hand-pair">
          {field(first)}
          {field(second)}
        </div>
      ))}
      <div className="by-hand-pair">
        {field('works_from', 'time')}
        {field('works_until', 'time')}
      </div>
      {field('rest_minutes')}
    </fieldset>
  );
}
