import { oneOf } from '#core/closed-list.ts';
import { POOL_SHARINGS } from '#core/pool/requisite.ts';
import { NativeSelect, TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { type RulesDraft, unreadableRules } from './rules-draft.ts';

export interface RulesFieldsProps {
  readonly draft: RulesDraft;
  /** Whether unreadable values are marked. */
  readonly isChecked: boolean;
  readonly onChange: (part: Partial<RulesDraft>) => void;
}

const PAIRS = [
  ['min_amount', 'max_amount'],
  ['daily_amount', 'daily_count'],
  ['monthly_amount', 'monthly_count'],
] as const;

/** Limits and hours of a requisite, and how orders share it. */
export function RulesFields({ draft, isChecked, onChange }: RulesFieldsProps) {
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
      {...(unreadable.includes(name) ? { error: wrongNumber(name) } : { field: `rules/${name}` })}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <fieldset className="by-hand-rules">
      <legend>{t('office_by_hand.pool.rules.title')}</legend>
      <NativeSelect
        label={t('office_by_hand.pool.rules.sharing')}
        value={draft.sharing}
        onChange={(event) => onChange({ sharing: oneOf(POOL_SHARINGS, event.currentTarget.value) ?? draft.sharing })}
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
