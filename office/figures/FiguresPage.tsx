import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { type FiguresAttributes, officeGetFigures } from '#contract/office/shop/figures.ts';
import { formatDecimal } from '#core/format/amount.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Loaded, useDocumentTitle } from '#office/components/Screen.tsx';
import { partName } from '#office/format/moment.ts';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import { Directions, Operators, Reserves } from './Boards.tsx';
import { Chart } from './Chart.tsx';
import { Amount, OrdersLink, PeriodContext, readPeriod } from './OrdersLink.tsx';
import { PeriodChoice } from './PeriodChoice.tsx';
import { Promises } from './Promises.tsx';
import './FiguresPage.css';

function Tile({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="sheet day-tile">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Parts of the earnings, with their sign. */
const EARNINGS_PARTS = [
  ['spread_usd', '+'],
  ['fees_usd', '+'],
  ['kept_usd', '+'],
  ['network_usd', '−'],
  ['referral_usd', '−'],
  ['losses_usd', '−'],
] as const;

const NO_MONEY = /^-?[0.]+$/;

/** Turnover and earnings in both currencies, how many orders. */
function Totals({ totals }: { readonly totals: FiguresAttributes }) {
  const { t } = useTranslation();
  const completed = totals.outcomes.find(({ status }) => status === 'completed')?.count ?? 0;
  return (
    <dl className="day-tiles">
      <Tile label={t('figures.turnover')}>
        <OrdersLink rows={{ status: 'completed' }}>
          <Amount amount={totals.turnover_usd} currency="USD" />
        </OrdersLink>
        <Amount amount={totals.turnover_rub} currency="RUB" />
      </Tile>
      <Tile label={t('figures.earnings')}>
        <OrdersLink rows={{}}>
          <Amount amount={totals.earnings_usd} currency="USD" />
        </OrdersLink>
        <Amount amount={totals.earnings_rub} currency="RUB" />
      </Tile>
      <Tile label={t('figures.completed')}>
        <OrdersLink rows={{ status: 'completed' }}>{completed}</OrdersLink>
      </Tile>
      <Tile label={t('figures.created')}>
        <OrdersLink rows={{ set: 'created' }}>{totals.created}</OrdersLink>
      </Tile>
    </dl>
  );
}

/** Parts of the earnings; zero parts are left out, except the spread. */
function Earnings({ totals }: { readonly totals: FiguresAttributes }) {
  const { t } = useTranslation();
  const lines = EARNINGS_PARTS.filter(([name]) => name === 'spread_usd' || !NO_MONEY.test(totals[name] ?? ''));
  return (
    <section className="sheet" aria-labelledby="day-earnings">
      <h2 id="day-earnings">{t('figures.made_of')}</h2>
      <dl className="day-lines">
        {lines.map(([name, sign]) => (
          <div key={name}>
            <dt>{t(`figures.part.${name}`)}</dt>
            <dd>
              <OrdersLink rows={{}}>
                {sign === '−' ? '−' : ''}
                <Amount amount={totals[name]} currency="USD" />
              </OrdersLink>
            </dd>
          </div>
        ))}
        <div className="day-sum">
          <dt>{t('figures.earnings')}</dt>
          <dd>
            <Amount amount={totals.earnings_usd} currency="USD" />
          </dd>
        </div>
      </dl>
      <p className="dim">{t('figures.earnings_hint')}</p>
    </section>
  );
}

/** Orders by final status, and the median time of each step of completed orders. */
function Orders({ totals }: { readonly totals: FiguresAttributes }) {
  const { t, locale } = useTranslation();
  return (
    <section className="sheet" aria-labelledby="day-orders">
      <h2 id="day-orders">{t('figures.outcomes')}</h2>
      {totals.outcomes.length === 0 ? <p className="dim">{t('figures.none_ended')}</p> : null}
      <dl className="day-lines">
        {totals.outcomes.map(({ status, count }) => (
          <div key={status}>
            <dt>{t(`office.status.${status}`)}</dt>
            <dd>
              <OrdersLink rows={{ status }}>{count}</OrdersLink>
            </dd>
          </div>
        ))}
      </dl>
      <h3>{t('figures.steps')}</h3>
      <dl className="day-lines">
        {totals.steps.map(({ step, median_minutes: minutes }) => (
          <div key={step}>
            <dt>{t(`figures.step.${step}`)}</dt>
            <dd>
              {minutes === null ? (
                <span className="dim">{t('figures.no_time')}</span>
              ) : (
                <OrdersLink rows={{ status: 'completed' }}>
                  {minutes < 1 ? t('figures.under_minute') : `${formatDecimal(String(minutes), { locale })} ${t('figures.minutes')}`}
                </OrdersLink>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

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
  return (
    <PeriodContext value={period}>
      <h1>{t('figures.title')}</h1>
      <PeriodChoice period={period} onChoose={(name) => setSearch({ period: name })} />
      <Loaded query={figures}>
        {(totals) => (
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
            <Promises />
            <Reserves rows={totals.reserves} />
          </div>
        )}
      </Loaded>
    </PeriodContext>
  );
}
