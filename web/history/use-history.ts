import { useEffect, useState } from 'react';
import { call } from '#contract/call.ts';
import { getRateHistory, type RateHistoryAttributes } from '#contract/rate-history.ts';
import type { HistoryPeriod } from '#core/history/period.ts';
import type { Locale } from '#core/locale.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { reported } from '#web/error-reporting.ts';

export interface Asked {
  readonly from: string;
  readonly to: string;
  readonly period: HistoryPeriod;
}

export interface History {
  /** What was last told, of whatever was asked then; null: nothing yet. */
  readonly told: RateHistoryAttributes | null;
  /** Nobody answered, or the pair is gone. */
  readonly isFailed: boolean;
  readonly isBusy: boolean;
  readonly again: () => void;
}

/** New prices come all the time, and the newest of them shows. */
const AGAIN_MS = 60_000;

/** A pair's history, asked again from time to time while somebody looks. */
export function useHistory({ from, to, period }: Asked, locale: Locale): History {
  const [told, setTold] = useState<RateHistoryAttributes | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const gone = new AbortController();
    const ask = async () => {
      const params = { income_payment_system_id: from, outcome_payment_system_id: to };
      const answer = reported(await call(getRateHistory, { params, query: { period }, signal: gone.signal }, browserTransport(locale)));
      if (gone.signal.aborted) return;
      setIsFailed(!answer.ok);
      if (answer.ok) setTold(answer.data.attributes);
    };
    void ask();
    const timer = setInterval(() => document.visibilityState === 'visible' && void ask(), AGAIN_MS);
    return () => {
      gone.abort();
      clearInterval(timer);
    };
  }, [from, to, period, locale, turn]);
  const isPair = told?.income_payment_system_id === from && told.outcome_payment_system_id === to;
  const isTold = isPair && told.period === period;
  return {
    told: isPair ? told : null,
    // Nobody answers for a moment: what was told stands
    isFailed: isFailed && !isTold,
    isBusy: !isFailed && !isTold,
    again: () => {
      setIsFailed(false);
      setTurn((before) => before + 1);
    },
  };
}
