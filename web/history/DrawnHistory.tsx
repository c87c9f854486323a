import { use, useMemo, useState } from 'react';
import { ZONE_AHEAD_MS } from '#core/history/chart-time.ts';
import { describeSeries, noteOf, type SeriesWords } from '#core/history/describe-series.ts';
import { HISTORY_PERIODS, type HistoryPeriod } from '#core/history/period.ts';
import { readableSeries, readAs, type ShownPoint } from '#core/history/shown-series.ts';
import { type HistoryTable, HistoryView } from '#ui/chart/HistoryView.tsx';
import type { Translate } from '#web/i18n/translator.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { historyWords } from './history-words.ts';
import { type Asked, type History, useHistory } from './use-history.ts';

export interface DrawnHistoryProps extends Pick<Asked, 'subject' | 'ask'> {
  /** Signs of what is priced and of what it is priced in. */
  readonly one: string;
  readonly unit: string;
  /** A pair reads either way, whichever is the larger number; a price is in its unit always. */
  readonly reads: 'either_way' | 'in_unit';
  /** Points that lie further apart than so many steps are not joined. */
  readonly gapSteps: number;
  /** Changes that the page itself shows, by period and by the way the rate is read: the chart says the same. */
  readonly changeOf?: (period: HistoryPeriod, isInverse: boolean) => string | null | undefined;
}

function Message({ history }: { readonly history: History }) {
  const { t } = useWords();
  if (!history.isFailed) return <p>{t(history.isBusy ? 'rate_history.loading' : 'rate_history.none')}</p>;
  return (
    <>
      <p role="status">{t('rate_history.failed')}</p>
      <button type="button" className="link min-h-11" onClick={history.again}>
        {t('rate_history.again')}
      </button>
    </>
  );
}

const spotsOf = (points: readonly ShownPoint[]) => points.map(({ at, rate }) => ({ at: Date.parse(at), value: Number(rate) }));

interface Drawn {
  readonly words: SeriesWords;
  readonly points: readonly ShownPoint[];
  readonly ours: readonly ShownPoint[];
  readonly one: string;
  readonly unit: string;
}

/** The same as figures, newest first; with a second line in a column of its own. */
function tableOf({ words, points, ours, one, unit }: Drawn, t: Translate): HistoryTable {
  const own = new Map(ours.map(({ at, rate }) => [at, words.rate(rate)]));
  const said = { one: `1 ${one}`, unit };
  const heads =
    ours.length === 0 ? [t('rate_history.rate', said)] : [t('rate_history.market_rate', said), t('rate_history.our_rate', said)];
  return {
    caption: words.title,
    heads: [t('rate_history.when'), ...heads],
    rows: points.map(({ at, rate }) => [words.when(at), words.rate(rate), ...(ours.length === 0 ? [] : [own.get(at) ?? '—'])]).toReversed(),
  };
}

/** A history as a line and as a table, asked for by its subject. */
export function DrawnHistory({ subject, ask, reads, gapSteps, changeOf, ...sides }: DrawnHistoryProps) {
  const { t, locale } = useWords();
  use(historyWords(locale));
  const [period, setPeriod] = useState<HistoryPeriod>('day');
  const history = useHistory({ subject, period, ask });
  const { told, isFailed, isBusy } = history;
  const drawn = useMemo(() => {
    if (told === null) return null;
    const { points, isInverse } =
      reads === 'either_way' ? readableSeries(told.points) : { points: told.points.map(([at, rate]) => ({ at, rate })), isInverse: false };
    const [one, unit] = isInverse ? [sides.unit, sides.one] : [sides.one, sides.unit];
    const ours = readAs(told.ours ?? [], isInverse);
    const words = describeSeries({ points, ours, period: told.period, locale, t, one, unit, change: changeOf?.(told.period, isInverse) });
    const beside = ours.length === 0 ? null : { spots: spotsOf(ours), name: t('rate_history.ours'), mainName: t('rate_history.market') };
    return words === undefined ? null : { words, points, ours, spots: spotsOf(points), beside, one, unit, gapMs: told.step_ms * gapSteps };
  }, [told, reads, gapSteps, sides.one, sides.unit, locale, t, changeOf]);
  const words = drawn?.words;
  return (
    <HistoryView
      periods={HISTORY_PERIODS.map((id) => ({ id, name: t(`rate_history.period.${id}`) }))}
      period={period}
      onPeriod={setPeriod}
      words={{ periods: t('rate_history.periods'), asTable: t('rate_history.as_table'), asChart: t('rate_history.as_chart') }}
      chart={
        drawn === null || isFailed
          ? null
          : {
              ...drawn.words,
              spots: drawn.spots,
              beside: drawn.beside,
              gapMs: drawn.gapMs,
              zoneAheadMs: ZONE_AHEAD_MS,
              walk: t('rate_history.walk'),
            }
      }
      table={drawn === null || isFailed ? null : tableOf(drawn, t)}
      standing={isFailed || words === undefined ? '' : words.standing}
      note={told === null ? '' : noteOf(told, { t, locale })}
      message={<Message history={history} />}
      isBusy={isBusy}
    />
  );
}
