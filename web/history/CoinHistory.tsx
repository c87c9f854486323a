import { useCallback } from 'react';
import { call } from '#contract/call.ts';
import { getCryptoChart } from '#contract/crypto-stats.ts';
import { currencySign } from '#core/format/amount.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { DrawnHistory } from './DrawnHistory.tsx';
import type { Asked } from './use-history.ts';

/** Points of a provider stand anyhow; a line is broken where several are missing. */
const GAP_STEPS = 12;

/** What a coin cost in US dollars. */
export function CoinHistory({ symbol }: { readonly symbol: string }) {
  const { locale } = useWords();
  const ask = useCallback<Asked['ask']>(
    (period, signal) => call(getCryptoChart, { params: { id: symbol }, query: { period }, signal }, browserTransport(locale)),
    [symbol, locale],
  );
  return <DrawnHistory subject={symbol} ask={ask} one={symbol} unit={currencySign('USD', locale)} reads="in_unit" gapSteps={GAP_STEPS} />;
}
