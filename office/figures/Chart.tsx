import { useState } from 'react';
import type { FiguresAttributes } from '#contract/office/shop/figures.ts';
import { dollars } from '#office/format/figure.ts';
import { partName } from '#office/format/moment.ts';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { Choice } from '#office/components/Choice.tsx';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';
import { Amount } from './OrdersLink.tsx';
import { barsOf } from './bars.ts';

const MEASURES = ['turnover_usd', 'earnings_usd'] as const;
type Measure = (typeof MEASURES)[number];

/** Units of the viewBox; the chart takes the width of its container. */
const [WIDTH, HEIGHT] = [720, 140];
/** Labels under the bars. */
const MAX_NAMES = 8;

interface BarsProps {
  readonly parts: FiguresAttributes['parts'];
  readonly unit: FiguresAttributes['unit'];
  readonly measure: Measure;
}

function Bars({ parts, unit, measure }: BarsProps) {
  const { locale } = useTranslation();
  const { bars, zero } = barsOf(parts.map((part) => Number(part[measure] ?? 0)));
  const step = WIDTH / Math.max(1, parts.length);
  const every = Math.ceil(parts.length / MAX_NAMES);
  return (
    <div aria-hidden="true">
      <svg className="day-bars" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
        {parts.map((part, index) => {
          const { value, top, height } = bars[index] ?? { value: 0, top: 0, height: 0 };
          return (
            <g key={part.at} transform={`translate(${index * step} 0)`}>
              <title>{`${partName(part.at, unit, locale)}: ${dollars(part[measure] ?? '0', locale)}`}</title>
              <rect className="day-bar-place" width={step} height={HEIGHT} />
              <rect
                className={value < 0 ? 'day-bar loss' : 'day-bar'}
                x={step * 0.15}
                width={step * 0.7}
                y={top * HEIGHT}
                height={height * HEIGHT}
              />
            </g>
          );
        })}
        <line className="day-zero" x1={0} x2={WIDTH} y1={zero * HEIGHT} y2={zero * HEIGHT} />
      </svg>
      <div className="day-names">
        {parts
          .filter((_, index) => index % every === 0)
          .map((part, name) => (
            <span key={part.at} style={{ flexGrow: Math.min(every, parts.length - name * every) }}>
              {partName(part.at, unit, locale)}
            </span>
          ))}
      </div>
    </div>
  );
}

const partColumns = (
  t: Translation['t'],
  locale: Translation['locale'],
  unit: FiguresAttributes['unit'],
): Column<FiguresAttributes['parts'][number]>[] => [
  { key: 'at', label: t(`figures.${unit}`), cell: ({ at }) => partName(at, unit, locale) },
  { key: 'completed', label: t('figures.completed'), isNumber: true, cell: (part) => part.completed },
  {
    key: 'turnover',
    label: t('figures.turnover'),
    isNumber: true,
    cell: (part) => <Amount amount={part.turnover_usd} currency="USD" />,
  },
  {
    key: 'earnings',
    label: t('figures.earnings'),
    isNumber: true,
    cell: (part) => <Amount amount={part.earnings_usd} currency="USD" />,
  },
];

/** A period by hours or days, as bars and as a table. */
export function Chart({ totals: { parts, unit } }: { readonly totals: FiguresAttributes }) {
  const { t, locale } = useTranslation();
  const [measure, setMeasure] = useState<Measure>('turnover_usd');
  return (
    <section className="sheet" aria-labelledby="day-chart">
      <h2 id="day-chart">{t(`figures.by_${unit}`)}</h2>
      <Choice
        label={t('figures.measure')}
        values={MEASURES}
        value={measure}
        labelOf={(name) => t(`figures.measures.${name}`)}
        onChoose={setMeasure}
      />
      <Bars parts={parts} unit={unit} measure={measure} />
      <details>
        <summary>{t('figures.as_table')}</summary>
        <ListTable caption={t(`figures.by_${unit}`)} rows={parts} idOf={({ at }) => at} columns={partColumns(t, locale, unit)} />
      </details>
    </section>
  );
}
