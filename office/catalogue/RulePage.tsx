import { Button, Checkbox, MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type CataloguePlan, officeListPaymentSystems } from '#contract/office/catalogue/catalogue.ts';
import { DIRECTION_COLUMNS, NO_DECIMALS, readRow } from '#core/catalogue/columns.ts';
import { PAYMENT_SYSTEM_KINDS } from '#core/payment-system/payment-system.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { NativeSelect } from '#office/form/fields.tsx';
import { Choice } from '#office/components/Choice.tsx';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { Cell } from './Field.tsx';
import { PlanPreview } from './PlanPreview.tsx';
import { usePlan } from './use-plan.ts';
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

/** Which systems stand on one side of the rule. */
function SideFields({ name, side, systems, currencies, onChange }: SideProps) {
  const { t } = useTranslation();
  const many = (
    label: string,
    data: readonly (string | { readonly value: string; readonly label: string })[],
    value: readonly string[],
    put: (value: string[]) => Side,
  ) => <MultiSelect label={label} searchable clearable data={[...data]} value={[...value]} onChange={(next) => onChange(put(next))} />;
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
        {many(
          t('catalogue_desk.column.kind'),
          PAYMENT_SYSTEM_KINDS.map((value) => ({ value, label: t(`catalogue_desk.choice.kind.${value}`) })),
          side.kinds,
          (kinds) => ({ ...side, kinds }),
        )}
        {many(t('catalogue_desk.column.currency'), currencies, side.currencies, (chosen) => ({ ...side, currencies: chosen }))}
        {many(t('catalogue_desk.systems'), systems, side.codes, (codes) => ({ ...side, codes }))}
      </div>
    </fieldset>
  );
}

const SETTINGS = ['margin_percent', 'rate_type', 'enabled'].flatMap((name) => DIRECTION_COLUMNS.filter((column) => column.name === name));
const FIRST = { margin_percent: '2', rate_type: 'fixed', enabled: '1' };

/** "All fiat to all crypto, margin 2 %": looked at, then applied as one change. */
export function RulePage() {
  const api = useApi();
  const navigate = useNavigate();
  const { t, locale } = useTranslation();
  const [income, setIncome] = useState<Side>({ group: 'fiat', kinds: [], currencies: [], codes: [] });
  const [outcome, setOutcome] = useState<Side>({ group: 'crypto', kinds: [], currencies: [], codes: [] });
  const [cells, setCells] = useState<Readonly<Record<string, string>>>(FIRST);
  const [existing, setExisting] = useState<'skip' | 'overwrite'>('skip');
  const [sameCurrency, setSameCurrency] = useState(false);
  const used = usePlan(() => void navigate(paths.directions()));
  const asked = useQuery({
    queryKey: [...keys.catalogue(), 'systems', 'names', locale],
    queryFn: ({ signal }) => api(officeListPaymentSystems, { signal }),
  });
  const systems = (asked.data?.data ?? []).map(({ id, attributes }) => ({
    value: id,
    label: `${attributes.name} ${attributes.currency} (${id})`,
  }));
  const currencies = asked.data === undefined ? [] : officeListPaymentSystems.reply.meta.parse(asked.data.meta).currencies;
  const read = readRow(SETTINGS, cells, NO_DECIMALS);
  const chosen = (side: Side) => ({
    group: side.group,
    kinds: PAYMENT_SYSTEM_KINDS.filter((kind) => side.kinds.includes(kind)),
    currencies: [...side.currencies],
    codes: [...side.codes],
  });
  const plan: CataloguePlan = {
    kind: 'by_rule',
    income: chosen(income),
    outcome: chosen(outcome),
    settings: { ...read.members },
    existing,
    same_currency: sameCurrency,
  };
  const change = (then: () => void) => {
    used.preview.reset();
    then();
  };
  return (
    <Screen title={t('catalogue_desk.by_rule')}>
      <CheckedForm onSubmit={() => used.preview.mutate(plan)}>
        <div className="rule-sides">
          <SideFields
            name="income"
            side={income}
            systems={systems}
            currencies={currencies}
            onChange={(side) => change(() => setIncome(side))}
          />
          <SideFields
            name="outcome"
            side={outcome}
            systems={systems}
            currencies={currencies}
            onChange={(side) => change(() => setOutcome(side))}
          />
        </div>
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
                problem={read.invalidCells.find(({ column }) => column === name)?.problem}
                onChange={(text) => change(() => setCells((before) => ({ ...before, [name]: text })))}
              />
            ))}
            <NativeSelect
              label={t('catalogue_desk.existing')}
              value={existing}
              data={(['skip', 'overwrite'] as const).map((value) => ({ value, label: t(`catalogue_desk.existing_${value}`) }))}
              onChange={(event) => change(() => setExisting(event.currentTarget.value === 'overwrite' ? 'overwrite' : 'skip'))}
            />
            <Checkbox
              className="form-flag"
              label={t('catalogue_desk.same_currency')}
              checked={sameCurrency}
              onChange={(event) => change(() => setSameCurrency(event.currentTarget.checked))}
            />
          </div>
          <Button type="submit" variant="default" disabled={read.invalidCells.length > 0} loading={used.preview.isPending}>
            {t('catalogue_desk.look')}
          </Button>
        </section>
      </CheckedForm>
      <PlanPreview plan={plan} used={used} />
    </Screen>
  );
}
