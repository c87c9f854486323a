import type { CataloguePlan, PlanProblem } from '#contract/office/catalogue/plans.ts';
import type { ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import { percentOfPpm } from '#core/money/percent.ts';
import { DIRECTION_COLUMNS, PAYMENT_SYSTEM_COLUMNS } from '#core/catalogue/columns.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';
import { type PlanCommands, SaveBar } from './SaveBar.tsx';
import './catalogue.css';

const COLUMNS = [...PAYMENT_SYSTEM_COLUMNS, ...DIRECTION_COLUMNS];

/** Label of a member. */
const nameOf = (member: string, t: Translation['t']): string => {
  const column =
    COLUMNS.find((column) => column.member === member || column.name === member) ??
    COLUMNS.find((column) => column.member.split('.')[0] === member);
  return column === undefined ? member : t(`catalogue_desk.column.${column.name}`);
};

function valueOf(member: string, value: unknown, t: Translation['t']): string {
  if (value === null || value === undefined) return '—';
  if (typeof value === 'boolean') return t(value ? 'catalogue_desk.yes' : 'catalogue_desk.no');
  if (member.endsWith('Ppm')) return `${percentOfPpm(Number(value))} %`;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

function problemOf({ row, column, key, problem }: PlanProblem, t: Translation['t']): string {
  const messageKey = `catalogue_desk.problem.${problem}`;
  const message = t(messageKey) === messageKey ? t('catalogue_desk.problem.form') : t(messageKey);
  const location = [row === null ? '' : t('catalogue_desk.at_row', { row }), column === null ? '' : nameOf(column, t), key ?? ''].filter(
    (part) => part !== '',
  );
  return `${location.join(', ')}: ${message}`;
}

function Items({ items }: { readonly items: readonly ChangeItemDocument[] }) {
  const { t } = useTranslation();
  return (
    <ul className="plan-items">
      {items.map(({ key, before, after }) => (
        <li key={key}>
          <span className="code">{key}</span>{' '}
          {before === null || after === null ? (
            <span className="badge done">{t('catalogue_desk.made')}</span>
          ) : (
            Object.keys(after).map((member) => (
              <span key={member}>
                {nameOf(member, t)}: {valueOf(member, before[member], t)} → {valueOf(member, after[member], t)}{' '}
              </span>
            ))
          )}
        </li>
      ))}
    </ul>
  );
}

/** Changes that a plan would make, and the form that applies it. */
export function PlanPreview({ plan, commands: { preview, apply } }: { readonly plan: CataloguePlan; readonly commands: PlanCommands }) {
  const { t } = useTranslation();
  if (preview.error !== null) return <CommandProblem error={preview.error} />;
  const summary = preview.result?.data.attributes;
  if (summary === undefined) return null;
  const count = summary.made + summary.changed;
  const hiddenCount = count - summary.items.length;
  return (
    <section className="sheet plan" aria-labelledby="plan-title">
      <h2 id="plan-title">{t('catalogue_desk.preview')}</h2>
      <p className="line" role="status">
        <span className="badge done">{t('catalogue_desk.counted.made', { count: summary.made })}</span>
        <span className="badge time">{t('catalogue_desk.counted.changed', { count: summary.changed })}</span>
        <span className="badge">{t('catalogue_desk.counted.unchanged', { count: summary.unchanged })}</span>
        <span className={`badge ${summary.refused > 0 ? 'loss' : ''}`}>
          {t('catalogue_desk.counted.refused', { count: summary.refused })}
        </span>
      </p>
      {summary.guards.map(({ guard, count: times }) => (
        <p key={guard} className="note">
          {t(`catalogue_desk.guard.${guard}`, { count: times })}
        </p>
      ))}
      {summary.problems.length === 0 ? null : (
        <ul className="plan-problems problem" aria-label={t('catalogue_desk.refused_rows')}>
          {summary.problems.map((problem) => (
            <li key={`${problem.row}-${problem.key}-${problem.column}-${problem.problem}`}>{problemOf(problem, t)}</li>
          ))}
        </ul>
      )}
      <Items items={summary.items} />
      {hiddenCount > 0 ? <p className="dim">{t('catalogue_desk.and_more', { count: hiddenCount })}</p> : null}
      {count === 0 ? (
        <p className="dim">{t('catalogue_desk.nothing_to_do')}</p>
      ) : (
        <SaveBar
          what={t(summary.guards.length > 0 ? 'catalogue_desk.apply_by_two' : 'catalogue_desk.apply_what', { count })}
          submit={t('catalogue_desk.apply', { count })}
          subjects={summary.items.map(({ key }) => key)}
          isReady
          command={apply}
          onSubmit={(note) => apply.run({ body: { plan, digest: summary.digest, note } })}
          onReload={() => {
            apply.reset();
            preview.run({ body: { plan } });
          }}
        />
      )}
    </section>
  );
}
