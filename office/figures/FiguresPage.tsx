import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { type FiguresAttributes, officeGetFigures } from '#contract/office/shop/figures.ts';
import { PERIODS } from '#core/figures/period.ts';
import { keys } from '#office/api/keys.ts';
import { Problem, useDocumentTitle } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { partName } from '#office/format/moment.ts';
import { Choice } from '#office/components/Choice.tsx';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';
import { OrdersLink, PeriodContext } from './OrdersLink.tsx';
import { Directions, Operators, Reserves } from './Boards.tsx';
import { Chart } from './Chart.tsx';
import { readPeriod } from './links.ts';
import { Earnings, Orders, Totals } from './Totals.tsx';
import './FiguresPage.css';

/** The days of a period, the last one included. */
function daysOf({ from, to }: FiguresAttributes, t: Translation['t'], locale: Translation['locale']): string {
  const last = partName(new Date(Date.parse(to) - 1).toISOString(), 'day', locale);
  const first = partName(from, 'day', locale);
  return first === last ? t('figures.one_day', { day: first }) : t('figures.range', { from: first, to: last });
}

/** Turnover and earnings of a period (domain 11): every number links to its orders. */
export function FiguresPage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const period = readPeriod(search.get('period'));
  const figures = useQuery({
    queryKey: [...keys.figures(), period],
    queryFn: async ({ signal }) => (await api(officeGetFigures, { query: { period }, signal })).data.attributes,
    refetchInterval: 30_000,
  });
  useDocumentTitle(t('figures.title'));
  const totals = figures.data;
  return (
    <PeriodContext value={period}>
      <h1>{t('figures.title')}</h1>
      <div className="day-periods">
        <Choice
          label={t('figures.period')}
          values={PERIODS}
          value={period}
          labelOf={(name) => t(`figures.periods.${name}`)}
          onChoose={(name) => setSearch({ period: name })}
        />
      </div>
      {figures.isError ? <Problem error={figures.error} retry={() => void figures.refetch()} /> : null}
      {figures.isPending ? <Loader className="loading" aria-label={t('office.loading')} /> : null}
      {totals === undefined ? null : (
        <div className="day">
          <p className="dim">
            {daysOf(totals, t, locale)}{' '}
            {totals.unknown > 0 ? (
              <OrdersLink rows={{ set: 'unknown' }}>{t('figures.unknown', { count: totals.unknown })}</OrdersLink>
            ) : null}
          </p>
          <Totals totals={totals} />
          <Chart totals={totals} />
          <div className="day-pair">
            <Earnings totals={totals} />
            <Orders totals={totals} />
          </div>
          <Directions rows={totals.directions} />
          <Operators rows={totals.operators} />
          <Reserves rows={totals.reserves} />
        </div>
      )}
    </PeriodContext>
  );
}
