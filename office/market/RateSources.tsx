import { useMemo } from 'react';
import type { Resource } from '#contract/document.ts';
import type { RateSourceAttributes } from '#contract/office/catalogue/market.ts';
import { formatDecimal } from '#core/format/amount.ts';
import { formatAmount } from '#core/money/amount.ts';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { ageParts, clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

type Row = Resource<RateSourceAttributes>;

const TONES: Readonly<Record<RateSourceAttributes['health'], string>> = { live: 'calm', failing: 'time', lost: 'loss' };

function Trouble({ source }: { readonly source: RateSourceAttributes }) {
  const { locale } = useTranslation();
  if (source.last_error === null || source.failures === 0) return <span className="dim">—</span>;
  return (
    <>
      {source.last_error}
      {source.last_error_at === null ? null : <span className="dim"> · {clockTime(source.last_error_at, locale)}</span>}
    </>
  );
}

function useColumns(): readonly Column<Row>[] {
  const { t, locale } = useTranslation();
  return useMemo(() => {
    const age = (ms: number | null) => {
      if (ms === null) return '—';
      const { unit, count } = ageParts(0, ms);
      return t(`office.age.${unit}`, { count });
    };
    const percent = (ppm: number | null) =>
      ppm === null ? '—' : `${formatDecimal(formatAmount(BigInt(Math.round(ppm / 1000)), 1), { locale })} %`;
    return [
      { key: 'name', label: t('rates.market.source'), cell: ({ attributes }: Row) => attributes.name },
      { key: 'kind', label: t('rates.market.kind'), cell: ({ attributes }: Row) => t(`rates.market.kinds.${attributes.kind}`) },
      {
        key: 'health',
        label: t('rates.market.health'),
        cell: ({ attributes: { health } }: Row) => <span className={`badge ${TONES[health]}`}>{t(`rates.market.healths.${health}`)}</span>,
      },
      { key: 'age', label: t('rates.market.age'), isNumber: true, cell: ({ attributes }: Row) => age(attributes.age_ms) },
      { key: 'quotes', label: t('rates.market.quotes'), isNumber: true, cell: ({ attributes }: Row) => attributes.quotes },
      { key: 'used', label: t('rates.market.used'), isNumber: true, cell: ({ attributes }: Row) => percent(attributes.used_ppm) },
      { key: 'trouble', label: t('rates.market.trouble'), cell: ({ attributes }: Row) => <Trouble source={attributes} /> },
    ];
  }, [t, locale]);
}

/** The rate sources: health, age of their data, and the share of quotes used. */
export function RateSources({ sources }: { readonly sources: readonly Row[] }) {
  const { t } = useTranslation();
  const columns = useColumns();
  return <ListTable caption={t('rates.market.sources')} columns={columns} rows={sources} idOf={({ id }) => id} />;
}
