import type { ReactNode } from 'react';
import type { FiguresAttributes } from '#contract/office/shop/figures.ts';
import { formatDecimal } from '#core/format/amount.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { Amount, Behind } from './Behind.tsx';

function Tile({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="sheet day-tile">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What earnings are made of, and whether it is added or taken off. */
const MADE_OF = [
  ['spread_usd', '+'],
  ['fees_usd', '+'],
  ['kept_usd', '+'],
  ['network_usd', '−'],
  ['referral_usd', '−'],
  ['losses_usd', '−'],
] as const;

const NO_MONEY = /^-?[0.]+$/;

/** Turnover and earnings in both currencies, how many orders. */
export function Totals({ told }: { readonly told: FiguresAttributes }) {
  const { t } = useTranslation();
  const completed = told.outcomes.find(({ status }) => status === 'completed')?.count ?? 0;
  return (
    <dl className="day-tiles">
      <Tile label={t('figures.turnover')}>
        <Behind rows={{ status: 'completed' }}>
          <Amount amount={told.turnover_usd} currency="USD" />
        </Behind>
        <Amount amount={told.turnover_rub} currency="RUB" />
      </Tile>
      <Tile label={t('figures.earnings')}>
        <Behind rows={{}}>
          <Amount amount={told.earnings_usd} currency="USD" />
        </Behind>
        <Amount amount={told.earnings_rub} currency="RUB" />
      </Tile>
      <Tile label={t('figures.completed')}>
        <Behind rows={{ status: 'completed' }}>{completed}</Behind>
      </Tile>
      <Tile label={t('figures.created')}>
        <Behind rows={{ set: 'created' }}>{told.created}</Behind>
      </Tile>
    </dl>
  );
}

/** What the earnings are made of; what there was nothing of is left out, but for the spread. */
export function Earnings({ told }: { readonly told: FiguresAttributes }) {
  const { t } = useTranslation();
  const lines = MADE_OF.filter(([name]) => name === 'spread_usd' || !NO_MONEY.test(told[name] ?? ''));
  return (
    <section className="sheet" aria-labelledby="day-earnings">
      <h2 id="day-earnings">{t('figures.made_of')}</h2>
      <dl className="day-lines">
        {lines.map(([name, sign]) => (
          <div key={name}>
            <dt>{t(`figures.part.${name}`)}</dt>
            <dd>
              <Behind rows={{}}>
                {sign === '−' ? '−' : ''}
                <Amount amount={told[name]} currency="USD" />
              </Behind>
            </dd>
          </div>
        ))}
        <div className="day-sum">
          <dt>{t('figures.earnings')}</dt>
          <dd>
            <Amount amount={told.earnings_usd} currency="USD" />
          </dd>
        </div>
      </dl>
      <p className="dim">{t('figures.earnings_hint')}</p>
    </section>
  );
}

/** How orders ended, and how long the steps of those that were completed took. */
export function Orders({ told }: { readonly told: FiguresAttributes }) {
  const { t, locale } = useTranslation();
  return (
    <section className="sheet" aria-labelledby="day-orders">
      <h2 id="day-orders">{t('figures.outcomes')}</h2>
      {told.outcomes.length === 0 ? <p className="dim">{t('figures.none_ended')}</p> : null}
      <dl className="day-lines">
        {told.outcomes.map(({ status, count }) => (
          <div key={status}>
            <dt>{t(`office.status.${status}`)}</dt>
            <dd>
              <Behind rows={{ status }}>{count}</Behind>
            </dd>
          </div>
        ))}
      </dl>
      <h3>{t('figures.steps')}</h3>
      <dl className="day-lines">
        {told.steps.map(({ step, median_minutes: minutes }) => (
          <div key={step}>
            <dt>{t(`figures.step.${step}`)}</dt>
            <dd>
              {minutes === null ? (
                <span className="dim">{t('figures.no_time')}</span>
              ) : (
                <Behind rows={{ status: 'completed' }}>
                  {minutes < 1 ? t('figures.under_minute') : `${formatDecimal(String(minutes), { locale })} ${t('figures.minutes')}`}
                </Behind>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
