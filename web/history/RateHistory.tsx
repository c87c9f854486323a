import { useCallback, useSyncExternalStore } from 'react';
import { call } from '#contract/call.ts';
import { getPairChart } from '#contract/public/crypto-stats.ts';
import { currencySign } from '#core/format/amount.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { HistoryChart, type HistoryChartProps, type HistoryQuery } from './HistoryChart.tsx';
import { pairId, boardChanges } from './board-changes.ts';

interface Side {
  readonly id: string;
  readonly currency_iso_code: string;
}

/** Candles are regular: a missing one is a time without a trustworthy price. */
const GAP_STEPS = 1.5;

/** History of a pair's market rate. */
export function RateHistory({ from, to }: { readonly from: Side; readonly to: Side }) {
  const { locale } = useTranslation();
  const load = useCallback<HistoryQuery['load']>(
    (period, signal) => {
      const params = { income_id: from.id, outcome_id: to.id };
      return call(getPairChart, { params, query: { period }, signal }, browserTransport(locale));
    },
    [from.id, to.id, locale],
  );
  const boardChange = useSyncExternalStore(
    boardChanges.subscribe,
    () => boardChanges.get(pairId(from.id, to.id)),
    () => undefined,
  );
  const changeOf = useCallback<NonNullable<HistoryChartProps['changeOf']>>(
    (period, isInverse) => (period === 'day' ? (isInverse ? boardChange?.inverseChange : boardChange?.change) : undefined),
    [boardChange],
  );
  return (
    <HistoryChart
      subject={`${from.id}/${to.id}`}
      load={load}
      base={currencySign(from.currency_iso_code, locale)}
      unit={currencySign(to.currency_iso_code, locale)}
      reads="either_way"
      gapSteps={GAP_STEPS}
      changeOf={changeOf}
    />
  );
}
