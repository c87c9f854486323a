import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Resource } from '#contract/document.ts';
import { type MarketPriceAttributes, officeConfirmPrice } from '#contract/office/catalogue/market.ts';
import { formatDecimal, trimRate } from '#core/format/amount.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useCommand } from '#office/api/use-command.ts';
import { Figures } from '#office/components/Figures.tsx';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { clockTime } from '#office/format/moment.ts';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import { ensureMessages } from '#office/i18n/load-messages.ts';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import '#office/changes/ChangeDialog.css';

/** One row: a quote, or an answer that gave no price. */
interface Evidence {
  readonly id: string;
  readonly source: string;
  /** Null: no price. */
  readonly quote: Readonly<Record<'usd' | 'bid' | 'ask', string>> | null;
  readonly at: string;
  /** Pairs that the price was computed over. */
  readonly path: string;
  /** Why it was not used; null: it was. */
  readonly dropped: string | null;
}

const evidenceOf = ({ said: quotes, refused }: MarketPriceAttributes): readonly Evidence[] => [
  ...quotes.map(({ source, usd, bid, ask, at, path, dropped }) => ({
    id: `${source} ${path.join(' ')}`,
    source,
    quote: { usd, bid, ask },
    at,
    path: path.join(' › '),
    dropped,
  })),
  ...refused.map(({ source, pair, at, dropped }) => ({ id: `${source} ${pair} ${dropped}`, source, quote: null, at, path: pair, dropped })),
];

const columnsOf = ({ t, locale }: Translation): readonly Column<Evidence>[] => [
  { key: 'source', label: t('rates.market.source'), cell: ({ source }) => source },
  ...(['usd', 'bid', 'ask'] as const).map((name) => ({
    key: name,
    label: t(`rates.market.${name}`),
    isNumber: true,
    cell: ({ quote }: Evidence) => (quote === null ? '—' : <Figures amount={trimRate(quote[name])} />),
  })),
  { key: 'at', label: t('rates.market.at'), cell: ({ at }) => clockTime(at, locale) },
  { key: 'path', label: t('rates.market.path'), cell: ({ path }) => path },
  {
    key: 'verdict',
    label: t('rates.market.verdict'),
    cell: ({ dropped }) =>
      dropped === null ? t('rates.market.believed') : <span className="late">{t(`rates.market.dropped.${dropped}`)}</span>,
  },
];

/** The quotes of every source for one symbol, and why some were not used. */
function PriceEvidence({ price }: { readonly price: MarketPriceAttributes }) {
  const translation = useTranslation();
  const caption = translation.t('rates.market.evidence_of', { symbol: price.symbol });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled by keyboard too
    <section className="change-table" tabIndex={0} aria-label={caption}>
      <ListTable caption={caption} columns={columnsOf(translation)} rows={evidenceOf(price)} idOf={({ id }) => id} />
    </section>
  );
}

type Price = MarketPriceAttributes;

/** Loaded with its messages when it is first opened. */
const PriceHistory = lazy(async () => {
  const [{ PriceHistory: Component }] = await Promise.all([import('./PriceHistory.tsx'), ensureMessages('rate_history')]);
  return { default: Component };
});

/** Price history of a symbol, folded. */
function FoldedHistory({ symbol }: { readonly symbol: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="change-file" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('rates.market.history')}</summary>
      <div className="chart-place">
        {isOpen ? (
          <Suspense>
            <PriceHistory symbol={symbol} />
          </Suspense>
        ) : null}
      </div>
    </details>
  );
}

/** Confirms a price that has jumped: until then it is used only once enough sources agree. */
function ConfirmLevel({ symbol, level }: { readonly symbol: string; readonly level: string }) {
  const { t, locale } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const confirm = useCommand(officeConfirmPrice, { after: [keys.changes()], onDone: () => setOpen(false) });
  const price = `${formatDecimal(trimRate(level), { locale })} USD`;
  if (!isOpen)
    return (
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {t('rates.market.confirm', { level: price })}
      </Button>
    );
  return (
    <ActionForm
      what={t('rates.market.confirm_what', { symbol, level: price })}
      submit={t('rates.market.confirm', { level: price })}
      note={{ label: t('rates.note'), isRequired: true }}
      command={confirm}
      onSubmit={(note) => confirm.run({ params: { symbol }, body: { level, note } })}
      onCancel={() => setOpen(false)}
    />
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

/** Market prices by symbol, with the quotes they were computed from. */
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
          <FoldedHistory symbol={price.symbol} />
          {price.said.length + price.refused.length === 0 ? null : (
            <details className="change-file">
              <summary>{t('rates.market.evidence')}</summary>
              <PriceEvidence price={price} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
