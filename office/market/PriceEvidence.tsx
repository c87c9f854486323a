import type { MarketPriceAttributes } from '#contract/office/catalogue/market.ts';
import { trimRate } from '#core/format/amount.ts';
import { Figures } from '#office/components/Figures.tsx';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';

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
export function PriceEvidence({ price }: { readonly price: MarketPriceAttributes }) {
  const translation = useTranslation();
  const caption = translation.t('rates.market.evidence_of', { symbol: price.symbol });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled by keyboard too
    <section className="change-table" tabIndex={0} aria-label={caption}>
      <ListTable caption={caption} columns={columnsOf(translation)} rows={evidenceOf(price)} idOf={({ id }) => id} />
    </section>
  );
}
