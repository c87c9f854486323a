import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { DirectionDocument } from '#contract/office/catalogue/direction-document.ts';
import { officeGetDirection } from '#contract/office/catalogue/directions.ts';
import { DIRECTION_COLUMNS, NO_DECIMALS } from '#core/catalogue/columns.ts';
import { oneOf } from '#core/closed-list.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { NO_FILE_FLAGS } from '#core/payment-system/direction-rules.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { Loaded, useDocumentTitle } from '#office/components/Screen.tsx';
import { NativeSelect, TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { paths } from '#office/paths.ts';
import { SaveBar, useSave } from './SaveBar.tsx';
import { type SectionPlan, Sections } from './Sections.tsx';
import { changedMembers, type Document } from './draft.ts';
import { type Form, FormContext, useDraft, useForm } from './form.ts';
import './catalogue.css';

/** A member that is an object; its cell holds its JSON. */
function readPart(form: Form, column: string): Document {
  try {
    const parsed: unknown = JSON.parse(form.cells[column] ?? '');
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Document) : {};
  } catch {
    return {};
  }
}

const writePart = (form: Form, column: string, part: Document): void => form.change(column, JSON.stringify(part));

const FLAGS = Object.keys(NO_FILE_FLAGS).filter((name) => name !== 'city');

/** Flags that only the exported rate file uses. */
function FileFlags() {
  const { t } = useTranslation();
  const form = useForm();
  const part = { ...NO_FILE_FLAGS, ...readPart(form, 'file_flags') };
  const set = (name: string, value: unknown) => writePart(form, 'file_flags', { ...part, [name]: value });
  const isWrong = Object.keys(form.problems).some((path) => path.startsWith('fileFlags'));
  return (
    <section className="sheet form-section" aria-labelledby="section-file-flags">
      <h2 id="section-file-flags">{t('catalogue_desk.column.file_flags')}</h2>
      <div className="form-grid">
        {FLAGS.map((name) => (
          <Checkbox
            key={name}
            className="form-flag"
            label={t(`catalogue_desk.flag.${name}`)}
            disabled={form.isReadOnly}
            checked={Object.entries(part).some(([key, value]) => key === name && value === true)}
            onChange={(event) => set(name, event.currentTarget.checked)}
          />
        ))}
        <TextInput
          label={t('catalogue_desk.flag.city')}
          description={t('catalogue_desk.hint.city')}
          disabled={form.isReadOnly}
          error={isWrong ? t('catalogue_desk.problem.city') : undefined}
          value={part.city ?? ''}
          onChange={(event) => set('city', event.currentTarget.value.trim().toUpperCase() || null)}
        />
      </div>
    </section>
  );
}

const RULES = ['never', 'always', 'above'] as const;

/** When the payer's card must be verified: never, always, or from an amount. */
function Verification({ scale }: { readonly scale: number }) {
  const { t } = useTranslation();
  const form = useForm();
  const part = readPart(form, 'verification');
  const rule = oneOf(RULES, part['rule']) ?? 'never';
  const stored = part['incomeAmount'];
  const [amount, setAmount] = useState(typeof stored === 'string' && /^\d+$/.test(stored) ? formatAmount(BigInt(stored), scale) : '');
  const change = (nextRule: (typeof RULES)[number], text: string) => {
    const parsed = parseAmount(text, { scale, precision: scale });
    // An unreadable amount stays as it is: the form's check reports it
    writePart(
      form,
      'verification',
      nextRule === 'above' ? { rule: nextRule, incomeAmount: parsed.ok ? parsed.minor.toString() : text } : { rule: nextRule },
    );
  };
  const wrong = Object.keys(form.problems).some((path) => path.startsWith('verification'));
  return (
    <section className="sheet form-section" aria-labelledby="section-verification">
      <h2 id="section-verification">{t('catalogue_desk.column.verification')}</h2>
      <div className="form-grid">
        <NativeSelect
          label={t('catalogue_desk.part.rule')}
          disabled={form.isReadOnly}
          value={rule}
          data={RULES.map((value) => ({ value, label: t(`catalogue_desk.verification.${value}`) }))}
          onChange={(event) => change(oneOf(RULES, event.currentTarget.value) ?? 'never', amount)}
        />
        {rule === 'above' ? (
          <TextInput
            label={t('catalogue_desk.part.incomeAmount')}
            disabled={form.isReadOnly}
            inputMode="decimal"
            error={wrong ? t('catalogue_desk.problem.amount') : undefined}
            value={amount}
            onChange={(event) => {
              setAmount(event.currentTarget.value);
              change('above', event.currentTarget.value);
            }}
          />
        ) : null}
      </div>
    </section>
  );
}

const SECTIONS: SectionPlan = [
  ['price', ['enabled', 'rate_type', 'margin_percent', 'income_fee_percent', 'outcome_fee_percent', 'income_fee', 'outcome_fee', 'steps']],
  ['margins', ['margin_by_reserve', 'margin_by_hour', 'monitor_rule']],
  ['limits', ['min_income', 'max_income', 'tolerance_percent', 'window_minutes', 'eta_minutes', 'work_hours']],
  ['conditions', ['denied_countries', 'refund_fee_percent', 'refund_fee', 'conditions_ru', 'conditions_en']],
];

interface FormProps {
  readonly base: Document;
  readonly scales: { readonly income_scale: number; readonly outcome_scale: number };
  readonly mayChange: boolean;
  readonly onReload: () => void;
}

const exact = (scale: number) => ({ scale, precision: scale });

function DirectionForm({ base, scales, mayChange, onReload }: FormProps) {
  const { t } = useTranslation();
  const decimals = { ...NO_DECIMALS, income_amount: exact(scales.income_scale), outcome_amount: exact(scales.outcome_scale) };
  const { form, next, problems, showAllProblems, reset } = useDraft({
    columns: DIRECTION_COLUMNS,
    base,
    decimals: () => decimals,
    schema: DirectionDocument,
    lock: () => undefined,
    rails: [],
    isReadOnly: !mayChange,
  });
  const save = useSave(reset);
  const changed = changedMembers(base, next);
  const count = changed === undefined ? 0 : Object.keys(changed.after).length;
  const problemCount = Object.keys(problems).length;
  const key = `${String(base['incomeCode'])}>${String(base['outcomeCode'])}`;
  const submit = (note: string) => {
    showAllProblems();
    if (problemCount === 0 && changed !== undefined) save.run({ body: { items: [{ entity: 'direction', key, ...changed }], note } });
  };
  return (
    <FormContext value={form}>
      <Sections plan={SECTIONS} />
      <Verification scale={scales.income_scale} />
      <FileFlags />
      {mayChange ? (
        <SaveBar
          what={problemCount === 0 ? t('catalogue_desk.members', { count }) : t('catalogue_desk.wrong_fields', { count: problemCount })}
          submit={t('catalogue_desk.save')}
          subjects={[key]}
          isReady={count > 0}
          command={save}
          onSubmit={submit}
          onReload={onReload}
        />
      ) : null}
    </FormContext>
  );
}

/** One direction with all its settings. */
export function DirectionPage() {
  const { income = '', outcome = '' } = useParams();
  const api = useApi();
  const { t, locale } = useTranslation();
  const { actions } = useOperator();
  const direction = useQuery({
    queryKey: [...keys.catalogue(), 'direction', income, outcome, locale],
    queryFn: ({ signal }) => api(officeGetDirection, { params: { income, outcome }, signal }),
  });
  useDocumentTitle(`${income} › ${outcome}`);
  return (
    <Loaded query={direction}>
      {({ data: { attributes }, meta }) => (
        <>
          <h1>
            {attributes.income_name} › {attributes.outcome_name}
          </h1>
          <p className="dim">
            <Link to={paths.system(income)}>{income}</Link> › <Link to={paths.system(outcome)}>{outcome}</Link>{' '}
            {attributes.is_open ? null : <span className="badge person">{t('catalogue_desk.closed')}</span>}
          </p>
          <DirectionForm
            key={`${income}>${outcome}`}
            base={attributes.document}
            scales={officeGetDirection.reply.meta.parse(meta)}
            mayChange={actions.includes('change_catalogue') || actions.includes('change_prices')}
            onReload={() => void direction.refetch()}
          />
        </>
      )}
    </Loaded>
  );
}
