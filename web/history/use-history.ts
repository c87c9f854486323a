import { useEffect, useState } from 'react';
import { recentResponses } from '#core/pricing/recent-responses.ts';
import type { CallResult } from '#contract/call.ts';
import type { getCryptoChart, getPairChart } from '#contract/public/crypto-stats.ts';
import type { HistoryPeriod } from '#core/history/period.ts';

/** What the histories of a pair and of a coin have in common. */
export interface HistoryData {
  readonly period: HistoryPeriod;
  readonly points: readonly (readonly [at: string, rate: string])[];
  /** Our own rate beside the market's; absent for a coin. */
  readonly ours?: readonly (readonly [at: string, rate: string])[];
  readonly step_ms: number;
  readonly as_of: string | null;
  readonly is_demo: boolean;
}

type HistoryResponse = CallResult<typeof getPairChart> | CallResult<typeof getCryptoChart>;

export interface HistoryQuery {
  /** Identifies the pair or the coin. */
  readonly subject: string;
  readonly period: HistoryPeriod;
  /** Must be the same function while the subject is the same. */
  readonly load: (period: HistoryPeriod, signal: AbortSignal) => Promise<HistoryResponse>;
}

export interface History {
  /** The latest data of the subject, of any period; null: none yet. */
  readonly data: HistoryData | null;
  /** The API did not answer, or the subject is gone. */
  readonly isFailed: boolean;
  readonly isBusy: boolean;
  readonly retry: () => void;
}

/** Interval of new prices. */
const REFRESH_MS = 60_000;
/** An empty history may be loading on the server: it is requested again sooner, a few times. */
const EMPTY_RETRY_MS = 8_000;
const MAX_EMPTY_RETRIES = 5;

/** Recent data: a period or pair shown before appears at once, while it is loaded again. */
const recent = recentResponses<HistoryData>();

/** A history, refreshed while the page is visible. */
export function useHistory({ subject, period, load }: HistoryQuery): History {
  const [latest, setLatest] = useState<{ readonly subject: string; readonly data: HistoryData } | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const unmounted = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let retriesLeft = MAX_EMPTY_RETRIES;
    const key = `${subject} ${period}`;
    const showCached = () => {
      const cached = recent.find(key, Date.now());
      if (cached !== undefined) setLatest({ subject, data: cached });
    };
    const refresh = async () => {
      if (document.visibilityState === 'visible') {
        const answer = await load(period, unmounted.signal);
        if (unmounted.signal.aborted) return;
        setIsFailed(!answer.ok);
        if (answer.ok) {
          recent.store(key, answer.data.attributes, Date.now());
          setLatest({ subject, data: answer.data.attributes });
        }
        retriesLeft = answer.ok && answer.data.attributes.points.length === 0 ? retriesLeft - 1 : 0;
      }
      timer = setTimeout(() => void refresh(), retriesLeft > 0 ? EMPTY_RETRY_MS : REFRESH_MS);
    };
    showCached();
    void refresh();
    return () => {
      unmounted.abort();
      clearTimeout(timer);
    };
  }, [subject, period, load, attempt]);
  const data = latest?.subject === subject ? latest.data : null;
  const isCurrent = data?.period === period;
  return {
    data,
    // While a refresh fails, the data stays
    isFailed: isFailed && !isCurrent,
    isBusy: !isFailed && !isCurrent,
    retry: () => {
      setIsFailed(false);
      setAttempt((previous) => previous + 1);
    },
  };
}
