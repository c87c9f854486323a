import { useCallback } from 'react';
import { call } from '#contract/call.ts';
import { getCryptoChart } from '#contract/crypto-stats.ts';
import { currencySign } from '#core/format/amount.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { DrawnHistory, type DrawnHistoryProps } from './DrawnHistory.tsx';
import type { Asked } from './use-history.ts';

/** Points of a provider stand anyhow; a line is broken where several are missing. */
const GAP_STEPS = 12;

type ChangeOf = NonNullable<DrawnHistoryProps['changeOf']>;

export interface CoinHistoryProps {
  readonly symbol: string;
  /** As the page tells them above the chart. */
  readonly changes: { readonly day: string | null; readonly week: string | null };
}

/** What a coin cost in US dollars. */
export function CoinHistory({ symbol, changes: { day, week } }: CoinHistoryProps) {
  const { locale } = useWords();
  const ask = useCallback<Asked['ask']>(
    (period, signal) => call(getCryptoChart, { params: { id: symbol }, query: { period }, signal }, browserTransport(locale)),
    [symbol, locale],
  );
  const changeOf = useCallback<ChangeOf>((period) => (period === 'day' ? day : period === 'week' ? week : undefined), [day, week]);
  const unit = currencySign('USD', locale);
  return <DrawnHistory subject={symbol} ask={ask} one={symbol} unit={unit} reads="in_unit" gapSteps={GAP_STEPS} changeOf={changeOf} />;
}
