import { useCallback } from 'react';
import { call } from '#contract/call.ts';
import { getCryptoChart } from '#contract/public/crypto-stats.ts';
import { currencySign } from '#core/format/amount.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { HistoryChart, type HistoryChartProps, type HistoryQuery } from './HistoryChart.tsx';

/** The provider's points are irregular: the line is broken only where several are missing. */
const GAP_STEPS = 12;

type ChangeOf = NonNullable<HistoryChartProps['changeOf']>;

export interface CoinHistoryProps {
  readonly symbol: string;
  /** Changes shown above the chart. */
  readonly changes: { readonly day: string | null; readonly week: string | null };
}

/** Price history of a coin in US dollars. */
export function CoinHistory({ symbol, changes: { day, week } }: CoinHistoryProps) {
  const { locale } = useTranslation();
  const load = useCallback<HistoryQuery['load']>(
    (period, signal) => call(getCryptoChart, { params: { id: symbol }, query: { period }, signal }, browserTransport(locale)),
    [symbol, locale],
  );
  const changeOf = useCallback<ChangeOf>((period) => (period === 'day' ? day : period === 'week' ? week : undefined), [day, week]);
  const unit = currencySign('USD', locale);
  return <HistoryChart subject={symbol} load={load} base={symbol} unit={unit} reads="in_unit" gapSteps={GAP_STEPS} changeOf={changeOf} />;
}
