import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type CataloguePlan } from '#contract/office/catalogue/plans.ts';
import { officeListPaymentSystems } from '#contract/office/catalogue/payment-systems.ts';
import { DIRECTION_COLUMNS, NO_DECIMALS, readRow } from '#core/catalogue/columns.ts';
import { PAYMENT_SYSTEM_KINDS } from '#core/payment-system/payment-system.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { MultiSelect, NativeSelect } from '#office/form/fields.tsx';
import { Choice } from '#office/components/Choice.tsx';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { Cell } from './Field.tsx';
import { PlanPreview } from './PlanPreview.tsx';
import { usePlan } from './SaveBar.tsx';
import './catalogue.css';

interface Side {
  readonly group: 'any' | 'fiat' | 'crypto';
  readonly kinds: readonly string[];
  readonly currencies: readonly string[];
  readonly codes: readonly string[];
}

interface SideProps {
  readonly name: 'income' | 'outcome';
  readonly side: Side;
  readonly systems: readonly { readonly value: string; readonly label: string }[];
  readonly currencies: readonly string[];
  readonly onChange: (side: Side) => void;
}

/** Payment systems on one side of the rule: by group, kind, currency and code. */
function SideFields({ name, side, systems, currencies, onChange }: SideProps) {
  const { t } = useTranslation();
  const multiSelect = (
    label: string,
    data: readonly (string | { readonly value: string; readonly label: string })[],
    value: readonly string[],
    toSide: (value: string[]) => Side,
  ) => <MultiSelect label={label} searchable clearable data={[...data]} value={[...value]} onChange={(next) => onChange(toSide(next))} />;
  return (
    <fieldset className="sheet form-section">
      <legend>{t(`catalogue_desk.${name}`)}</legend>
      <Choice
        label={t('catalogue_desk.group')}
        values={['any', 'fiat', 'crypto'] as const}
        value={side.group}
        labelOf={(group) => t(`catalogue_desk.groups.${group}`)}
        onChoose={(group) => onChange({ ...side, group })}
      />
      <div className="form-grid">
        {multiSelect(
          t('catalogue_desk.column.kind'),
          PAYMENT_SYSTEM_KINDS.map((value) => ({ value, label: t(`catalogue_desk.choice.kind.${value}`) })),
          side.kinds,
          (kinds) => ({ ...side, kinds }),
        )}
        {multiSelect(t('catalogue_desk.column.currency'), currencies, side.currencies, (chosen) => ({ ...side, currencies: chosen }))}
        {multiSelect(t('catalogue_desk.systems'), systems, side.codes, (codes) => ({ ...side, codes }))}
      </div>
    </fieldset>
  );
}

const SETTINGS = ['margin_percent', 'rate_type', 'enabled'].flatMap((name) => DIRECTION_COLUMNS.filter((column) => column.name === name));

interface Rule {
  readonly income: Side;
  readonly outcome: Side;
  readonly cells: Readonly<Record<string, string>>;
  /** What happens to directions that exist already. */
  readonly existing: 'skip' | 'overwrite';
  /** Whether directions within one currency are made too. */
  readonly sameCurrency: boolean;
}

const DEFAULT_RULE: Rule = {
  income: { group: 'fiat', kinds: [], currencies: [], codes: [] },
  outcome: { group: 'crypto', kinds: [], currencies: [], codes: [] },
  cells: { margin_percent: '2', rate_type: 'fixed', enabled: '1' },
  existing: 'skip',
  sameCurrency: false,
};

const selectionOf = ({ group, kinds, currencies, codes }: Side) => ({
  group,
  kinds: PAYMENT_SYSTEM_KINDS.filter((kind) => kinds.includes(kind)),
  currencies: [...currencies],
  codes: [...codes],
});

interface RuleSettingsProps {
  readonly rule: Rule;
  readonly settings: ReturnType<typeof readRow>;
  readonly isPending: boolean;
  readonly onChange: (part: Partial<Rule>) => void;
}

/** Settings of the new directions, and the button that previews the rule. */
function RuleSettings({ rule: { cells, existing, sameCurrency }, settings, isPending, onChange }: RuleSettingsProps) {
  const { t } = useTranslation();
  return (
    <section className="sheet form-section" aria-labelledby="rule-settings">
      <h2 id="rule-settings">{t('catalogue_desk.section.price')}</h2>
      <div className="form-grid">
        {SETTINGS.map(({ name, kind }) => (
          <Cell
            key={name}
            label={t(`catalogue_desk.column.${name}`)}
            kind={kind}
            choice={name === 'rate_type' ? name : undefined}
            value={cells[name] ?? ''}
            problem={settings.invalidCells.find(({ column }) => column === name)?.problem}
            onChange={(text) => onChange({ cells: { ...cells, [name]: text } })}
          />
        ))}
        <NativeSelect
          label={t('catalogue_desk.existing')}
          value={existing}
          data={(['skip', 'overwrite'] as const).map((value) => ({ value, label: t(`catalogue_desk.existing_${value}`) }))}
          onChange={(event) => onChange({ existing: event.currentTarget.value === 'overwrite' ? 'overwrite' : 'skip' })}
        />
        <Checkbox
          className="form-flag"
          label={t('catalogue_desk.same_currency')}
          checked={sameCurrency}
          onChange={(event) => onChange({ sameCurrency: event.currentTarget.checked })}
        />
      </div>
      <Button type="submit" variant="default" disabled={settings.invalidCells.length > 0} loading={isPending}>
        {t('catalogue_desk.look')}
      </Button>
    </section>
  );
}

/** Makes many directions by one rule ("all fiat to all crypto, margin 2 %"): previewed, then applied as one change. */
export function RulePage() {
  const api = useApi();
  const navigate = useNavigate();
  const { t, locale } = useTranslation();
  const [rule, setRule] = useState(DEFAULT_RULE);
  const commands = usePlan(() => void navigate(paths.directions()));
  const systemList = useQuery({
    queryKey: [...keys.catalogue(), 'systems', 'names', locale],
    queryFn: ({ signal }) => api(officeListPaymentSystems, { signal }),
  });
  const systems = (systemList.data?.data ?? []).map(({ id, attributes }) => ({
    value: id,
    label: `${attributes.name} ${attributes.currency} (${id})`,
  }));
  const currencies = systemList.data === undefined ? [] : officeListPaymentSystems.reply.meta.parse(systemList.data.meta).currencies;
  const settings = readRow(SETTINGS, rule.cells, NO_DECIMALS);
  const plan: CataloguePlan = {
    kind: 'by_rule',
    income: selectionOf(rule.income),
    outcome: selectionOf(rule.outcome),
    settings: { ...settings.members },
    existing: rule.existing,
    same_currency: rule.sameCurrency,
  };
  const change = (part: Partial<Rule>) => {
    commands.preview.reset();
    setRule((before) => ({ ...before, ...part }));
  };
  return (
    <Screen title={t('catalogue_desk.by_rule')}>
      <CheckedForm onSubmit={() => commands.preview.run({ body: { plan } })}>
        <div className="rule-sides">
          {(['income', 'outcome'] as const).map((name) => (
            <SideFields
              key={name}
              name={name}
              side={rule[name]}
              systems={systems}
              currencies={currencies}
              onChange={(side) => change({ [name]: side })}
            />
          ))}
        </div>
        <RuleSettings rule={rule} settings={settings} isPending={commands.preview.isPending} onChange={change} />
      </CheckedForm>
      <PlanPreview plan={plan} commands={commands} />
    </Screen>
  );
}
