import type { Resource } from '#contract/document.ts';
import type { MarketPriceAttributes } from '#contract/office/catalogue/market.ts';
import { trimRate } from '#core/format/amount.ts';
import { clockTime } from '#office/format/moment.ts';
import { Figures } from '#office/components/Figures.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { PriceHistoryPlace } from './PriceHistoryPlace.tsx';
import { ConfirmLevel } from './ConfirmLevel.tsx';
import '#office/changes/ChangeDialog.css';
import './MarketPrices.css';

type Price = MarketPriceAttributes;

/** What every source said, what of it was dropped and why, and over which pairs it came. */
function Evidence({ price }: { readonly price: Price }) {
  const { t, locale } = useTranslation();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled by keyboard too
    <section className="change-table" tabIndex={0} aria-label={t('rates.market.evidence_of', { symbol: price.symbol })}>
      <table className="list">
        <caption className="unseen">{t('rates.market.evidence_of', { symbol: price.symbol })}</caption>
        <thead>
          <tr>
            {(['source', 'usd', 'bid', 'ask', 'at', 'path', 'verdict'] as const).map((name) => (
              <th key={name} scope="col" data-number={['usd', 'bid', 'ask'].includes(name) || undefined}>
                {t(`rates.market.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {price.said.map((said) => (
            <tr key={`${said.source} ${said.path.join(' ')}`}>
              <th scope="row">{said.source}</th>
              <td data-number data-label={t('rates.market.usd')}>
                <Figures amount={trimRate(said.usd)} />
              </td>
              <td data-number data-label={t('rates.market.bid')}>
                <Figures amount={trimRate(said.bid)} />
              </td>
              <td data-number data-label={t('rates.market.ask')}>
                <Figures amount={trimRate(said.ask)} />
              </td>
              <td data-label={t('rates.market.at')}>{clockTime(said.at, locale)}</td>
              <td data-label={t('rates.market.path')}>{said.path.join(' › ')}</td>
              <td data-label={t('rates.market.verdict')}>
                {said.dropped === null ? (
                  t('rates.market.believed')
                ) : (
                  <span className="late">{t(`rates.market.dropped.${said.dropped}`)}</span>
                )}
              </td>
            </tr>
          ))}
          {price.refused.map((word) => (
            <tr key={`${word.source} ${word.pair} ${word.dropped}`}>
              <th scope="row">{word.source}</th>
              <td colSpan={3} data-label={t('rates.market.path')}>
                {word.pair}
              </td>
              <td data-label={t('rates.market.at')}>{clockTime(word.at, locale)}</td>
              <td data-label={t('rates.market.usd')}>—</td>
              <td data-label={t('rates.market.verdict')}>
                <span className="late">{t(`rates.market.dropped.${word.dropped}`)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Verdict({ price }: { readonly price: Price }) {
  const { t, locale } = useTranslation();
  if (price.usd === null) return <span className="badge loss">{t(`rates.market.reason.${price.reason ?? 'too_few_sources'}`)}</span>;
  return (
    <>
      <Figures amount={trimRate(price.usd)} currency="USD" />
      {price.origin === null || price.origin === 'base' ? null : <span className="dim"> · {t(`rates.market.origin.${price.origin}`)}</span>}
      {price.fixed === null ? null : (
        <span className="dim"> · {t('rates.market.until', { at: clockTime(price.fixed.until, locale) })}</span>
      )}
    </>
  );
}

/** The market price of every symbol; opened, it shows what it was made of. */
export function MarketPrices({ prices }: { readonly prices: readonly Resource<Price>[] }) {
  const { t } = useTranslation();
  const mayChange = useOperator().actions.includes('change_prices');
  return (
    <ul className="cards">
      {prices.map(({ id, attributes: price }) => (
        <li key={id} className="sheet">
          <p className="line">
            <strong className="code">{price.symbol}</strong>
            <span>
              <Verdict price={price} />
            </span>
            {price.origin === 'base' ? null : (
              <span className="dim">{t('rates.market.counted', { used: price.sources_used, dropped: price.sources_dropped })}</span>
            )}
          </p>
          {price.level !== null && mayChange ? <ConfirmLevel symbol={price.symbol} level={price.level} /> : null}
          <PriceHistoryPlace symbol={price.symbol} />
          {price.said.length + price.refused.length === 0 ? null : (
            <details className="change-file">
              <summary>{t('rates.market.evidence')}</summary>
              <Evidence price={price} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
