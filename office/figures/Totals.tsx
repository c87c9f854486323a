import type { ReactNode } from 'react';
import type { FiguresAttributes } from '#contract/office/shop/figures.ts';
import { formatDecimal } from '#core/format/amount.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { Amount, OrdersLink } from './OrdersLink.tsx';

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
export function Totals({ totals }: { readonly totals: FiguresAttributes }) {
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
export function Earnings({ totals }: { readonly totals: FiguresAttributes }) {
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
export function Orders({ totals }: { readonly totals: FiguresAttributes }) {
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
