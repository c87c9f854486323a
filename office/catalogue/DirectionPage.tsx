import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { DirectionDocument } from '#contract/office/catalogue/direction-document.ts';
import { officeGetDirection } from '#contract/office/catalogue/directions.ts';
import { DIRECTION_COLUMNS, NO_DECIMALS } from '#core/catalogue/columns.ts';
import { keys } from '#office/api/keys.ts';
import { Problem, useDocumentTitle } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { changedMembers, type Document } from './draft.ts';
import { FileFlags, Verification } from './DirectionParts.tsx';
import { FormContext, useDraft } from './form.ts';
import { SaveBar } from './SaveBar.tsx';
import { type SectionPlan, Sections } from './Sections.tsx';
import { useSave } from './commands.ts';
import './catalogue.css';

const SECTIONS: SectionPlan = [
  ['price', ['enabled', 'rate_type', 'margin_percent', 'income_fee_percent', 'outcome_fee_percent', 'income_fee', 'outcome_fee', 'steps']],
  ['margins', ['margin_by_reserve', 'margin_by_hour', 'monitor_rule']],
  ['limits', ['min_income', 'max_income', 'tolerance_percent', 'window_minutes', 'eta_minutes', 'work_hours']],
  ['conditions', ['denied_countries', 'refund_fee_percent', 'refund_fee', 'conditions_ru', 'conditions_en']],
];

interface FormProps {
  readonly base: Document;
  readonly scales: { readonly income: number; readonly outcome: number };
  readonly mayChange: boolean;
  readonly onReload: () => void;
}

const exact = (scale: number) => ({ scale, precision: scale });

function DirectionForm({ base, scales, mayChange, onReload }: FormProps) {
  const { t } = useTranslation();
  const decimals = { ...NO_DECIMALS, income_amount: exact(scales.income), outcome_amount: exact(scales.outcome) };
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
      <Verification scale={scales.income} />
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
  if (direction.isPending) return <Loader className="loading" aria-label={t('office.loading')} />;
  if (direction.data === undefined) return <Problem error={direction.error} retry={() => void direction.refetch()} />;
  const { attributes } = direction.data.data;
  const { income_scale, outcome_scale } = officeGetDirection.reply.meta.parse(direction.data.meta);
  return (
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
        scales={{ income: income_scale, outcome: outcome_scale }}
        mayChange={actions.includes('change_catalogue') || actions.includes('change_prices')}
        onReload={() => void direction.refetch()}
      />
    </>
  );
}
