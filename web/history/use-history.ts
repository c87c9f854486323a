import { useEffect, useState } from 'react';
import { recentAnswers } from '#core/recent-answers.ts';
import type { CallResult } from '#contract/call.ts';
import type { getCryptoChart, getPairChart } from '#contract/crypto-stats.ts';
import type { HistoryPeriod } from '#core/history/period.ts';

/** What every history tells, a pair's and a coin's. */
export interface Told {
  readonly period: HistoryPeriod;
  readonly points: readonly (readonly [at: string, rate: string])[];
  /** Our own rate beside the market's; a coin has none. */
  readonly ours?: readonly (readonly [at: string, rate: string])[];
  readonly step_ms: number;
  readonly as_of: string | null;
  readonly is_demo: boolean;
}

type Telling = CallResult<typeof getPairChart> | CallResult<typeof getCryptoChart>;

export interface Asked {
  /** What it is a history of. */
  readonly subject: string;
  readonly period: HistoryPeriod;
  /** The same function for as long as the subject is the same. */
  readonly ask: (period: HistoryPeriod, signal: AbortSignal) => Promise<Telling>;
}

export interface History {
  /** What was last told, of whatever was asked then; null: nothing yet. */
  readonly told: Told | null;
  /** Nobody answered, or the subject is gone. */
  readonly isFailed: boolean;
  readonly isBusy: boolean;
  readonly again: () => void;
}

/** New prices come all the time, and the newest of them shows. */
const AGAIN_MS = 60_000;
/** What nobody had looked at before is on its way: it is asked for sooner, a few times. */
const SOON_MS = 8_000;
const SOON_TRIES = 5;

/** Who goes back to a period or a pair sees it at once: what was just told, while it is asked for anew. */
const recent = recentAnswers<Told>();

/** A history, asked again from time to time while somebody looks. */
export function useHistory({ subject, period, ask }: Asked): History {
  const [last, setLast] = useState<{ readonly subject: string; readonly told: Told } | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = SOON_TRIES;
    const key = `${subject} ${period}`;
    const showKnown = () => {
      const known = recent.find(key, Date.now());
      if (known !== undefined) setLast({ subject, told: known });
    };
    const look = async () => {
      if (document.visibilityState === 'visible') {
        const answer = await ask(period, gone.signal);
        if (gone.signal.aborted) return;
        setIsFailed(!answer.ok);
        if (answer.ok) {
          recent.keep(key, answer.data.attributes, Date.now());
          setLast({ subject, told: answer.data.attributes });
        }
        left = answer.ok && answer.data.attributes.points.length === 0 ? left - 1 : 0;
      }
      timer = setTimeout(() => void look(), left > 0 ? SOON_MS : AGAIN_MS);
    };
    showKnown();
    void look();
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  }, [subject, period, ask, turn]);
  const told = last?.subject === subject ? last.told : null;
  const isTold = told?.period === period;
  return {
    told,
    // Nobody answers for a moment: what was told stands
    isFailed: isFailed && !isTold,
    isBusy: !isFailed && !isTold,
    again: () => {
      setIsFailed(false);
      setTurn((before) => before + 1);
    },
  };
}
