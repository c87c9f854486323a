import { useSearchParams, useNavigation } from 'react-router';
import { REFERRAL_STEPS, type ReferralFiguresAttributes, type ReferralStep } from '#contract/account/referrals.ts';
import { formatMoney } from '#core/format/amount.ts';
import { MOSCOW_OFFSET_MS, DAY_MS } from '#core/time.ts';
import type { Locale } from '#core/locale.ts';
import { type HistoryTable, HistoryView } from '#ui/chart/HistoryView.tsx';
import type { Translate } from '#web/i18n/translator.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

const USD = { currency_iso_code: 'USD', precision: 2 } as const;
/** Length of a step in days, at most. */
const STEP_DAYS: Readonly<Record<ReferralStep, number>> = { day: 1, week: 7, month: 31 };
const COUNTS = ['clicks', 'visitors', 'orders', 'completed'] as const;
const SUMS = ['turnover', 'income'] as const;

type Step = ReferralFiguresAttributes['steps'][number];

function dateFormatter(by: ReferralStep, locale: Locale): (from: string) => string {
  const dateParts =
    by === 'month' ? ({ month: 'long', year: 'numeric' } as const) : ({ day: 'numeric', month: 'short', year: 'numeric' } as const);
  const format = new Intl.DateTimeFormat(locale === 'ru' ? 'ru-RU' : 'en-GB', { ...dateParts, timeZone: 'UTC' });
  return (from) => format.format(new Date(`${from}T00:00:00Z`));
}

/** Start of a step's first day in Moscow, ms. */
const startOf = ({ from }: Step): number => Date.parse(`${from}T00:00:00Z`) - MOSCOW_OFFSET_MS;

/** The steps as a table, newest first: counts, then sums in dollars. */
export function figuresTable({ by, steps }: Pick<ReferralFiguresAttributes, 'by' | 'steps'>, t: Translate, locale: Locale): HistoryTable {
  const dateOf = dateFormatter(by, locale);
  return {
    caption: t('earnings.figures.title'),
    columnNames: [t('earnings.figures.when'), ...[...COUNTS, ...SUMS].map((name) => t(`earnings.figures.column.${name}`))],
    rows: steps
      .map((step) => [
        dateOf(step.from),
        ...COUNTS.map((name) => String(step[name])),
        ...SUMS.map((name) => formatMoney(step[`${name}_usd`], USD, locale)),
      ])
      .toReversed(),
  };
}

/** Clicks and orders by the link over time, as a chart or a table. */
export function FiguresPart({ figures }: { readonly figures: ReferralFiguresAttributes }) {
  const { t, locale } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const isBusy = useNavigation().state !== 'idle';
  const { by, total, steps, sources } = figures;
  const dateOf = dateFormatter(by, locale);
  const textsOf = (part: Omit<Step, 'from'>) => ({
    clicks: t('earnings.figures.clicks', { count: part.clicks }),
    orders: t('earnings.figures.orders', { count: part.orders }),
    completed: t('earnings.figures.completed', { count: part.completed }),
    income: formatMoney(part.income_usd, USD, locale),
  });
  const pointText = (index: number): string => {
    const step = steps[index];
    return step === undefined ? '' : t('earnings.figures.point', { when: dateOf(step.from), ...textsOf(step) });
  };
  const hasClicks = steps.some(({ clicks }) => clicks > 0);
  const selectStep = (step: ReferralStep) =>
    setQuery({ ...Object.fromEntries(query), by: step }, { preventScrollReset: true, replace: true });
  return (
    <section aria-labelledby="earnings-figures" className="grid gap-4">
      <h2 id="earnings-figures" className="text-lg font-semibold">
        {t('earnings.figures.title')}
      </h2>
      <HistoryView
        periods={REFERRAL_STEPS.map((id) => ({ id, name: t(`earnings.figures.by.${id}`) }))}
        period={by}
        onPeriod={selectStep}
        labels={{
          periods: t('earnings.figures.periods'),
          asTable: t('earnings.figures.as_table'),
          asChart: t('earnings.figures.as_chart'),
        }}
        chart={
          hasClicks
            ? {
                points: steps.map((step) => ({ at: startOf(step), value: step.clicks })),
                gapMs: STEP_DAYS[by] * DAY_MS * 1.5,
                zoneOffsetMs: MOSCOW_OFFSET_MS,
                summary: t('earnings.figures.summary', textsOf(total)),
                sliderLabel: t('earnings.figures.walk'),
                describePoint: pointText,
                formatValue: (value) => (Number.isInteger(value) ? String(value) : ''),
                formatMoment: (at) => dateOf(new Date(at + MOSCOW_OFFSET_MS).toISOString().slice(0, 10)).replace(/ \d{4}.*$/, ''),
              }
            : null
        }
        table={figuresTable(figures, t, locale)}
        idleText={t('earnings.figures.standing', { ...textsOf(total), turnover: formatMoney(total.turnover_usd, USD, locale) })}
        message={<p>{t('earnings.figures.none')}</p>}
        isBusy={isBusy}
      />
      {sources.length === 0 ? null : <Sources sources={sources} />}
    </section>
  );
}

function Sources({ sources }: Pick<ReferralFiguresAttributes, 'sources'>) {
  const { t } = useTranslation();
  return (
    <details>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">{t('earnings.figures.sources')}</summary>
      <ul className="mt-2 grid max-w-md">
        {sources.map(({ source, clicks }) => (
          <li key={source} className="figures flex justify-between gap-4 border-b border-line py-2">
            <span className="min-w-0 wrap-anywhere">{source}</span>
            <span>{clicks}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
