import { useCallback, useSyncExternalStore } from 'react';
import { call } from '#contract/call.ts';
import { getPairChart } from '#contract/crypto-stats.ts';
import { currencySign } from '#core/format/amount.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { DrawnHistory, type DrawnHistoryProps } from './DrawnHistory.tsx';
import { pairId, toldChanges } from './told-changes.ts';
import type { Asked } from './use-history.ts';

interface Side {
  readonly id: string;
  readonly currency_iso_code: string;
}

/** Candles stand at every step: one that is missing is a time without a trustworthy price. */
const GAP_STEPS = 1.5;

/** What the market rate of the pair was. */
export function RateHistory({ from, to }: { readonly from: Side; readonly to: Side }) {
  const { locale } = useWords();
  const ask = useCallback<Asked['ask']>(
    (period, signal) => {
      const params = { income_id: from.id, outcome_id: to.id };
      return call(getPairChart, { params, query: { period }, signal }, browserTransport(locale));
    },
    [from.id, to.id, locale],
  );
  const board = useSyncExternalStore(
    toldChanges.listen,
    () => toldChanges.of(pairId(from.id, to.id)),
    () => undefined,
  );
  const changeOf = useCallback<NonNullable<DrawnHistoryProps['changeOf']>>(
    (period, isInverse) => (period === 'day' ? (isInverse ? board?.inverseChange : board?.change) : undefined),
    [board],
  );
  return (
    <DrawnHistory
      subject={`${from.id}/${to.id}`}
      ask={ask}
      one={currencySign(from.currency_iso_code, locale)}
      unit={currencySign(to.currency_iso_code, locale)}
      reads="either_way"
      gapSteps={GAP_STEPS}
      changeOf={changeOf}
    />
  );
}
