import { useEffect, useRef, useState } from 'react';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { ask as askApi, type Ask, type AskAnswer, type Problem } from './ask.ts';
import type { Calculation } from './systems.ts';

/** A pause in typing before the numbers are asked for (quality G4). */
export const TYPING_PAUSE_MS = 150;
/** New numbers are fetched this long before the old ones end. */
const REFRESH_LEAD_MS = 2_500;
const RETRY_MS = 4_000;

export interface Quoted {
  readonly ask: Ask;
  /** The newest numbers for this pair; while `isStale`, still those of an earlier amount. */
  readonly calculation: Calculation | null;
  readonly problem: Problem | null;
  readonly isStale: boolean;
  /** Whether the asked amount stands as the visitor typed it, or was put there for him. */
  readonly entry: 'typed' | 'chosen';
  /** By the browser's clock: server time may differ from it. */
  readonly endsAt: number;
  /** Asks anew: `typed` waits for a pause in typing, `chosen` does not. */
  readonly askFor: (ask: Ask, when: 'typed' | 'chosen') => void;
  /** Puts numbers into place that came with an answer to something else (`rate_changed`). */
  readonly take: (calculation: Calculation) => void;
}

const lifeOf = (calculation: Calculation): number => Date.parse(calculation.expires_at) - Date.parse(calculation.server_time);

interface State {
  readonly ask: Ask;
  readonly entry: 'typed' | 'chosen';
  readonly calculation: Calculation | null;
  readonly problem: Problem | null;
  readonly isStale: boolean;
  readonly endsAt: number;
}

function answered(state: State, answer: AskAnswer): State {
  if (answer.ok && answer.calculation !== null) {
    return { ...state, calculation: answer.calculation, problem: null, isStale: false, endsAt: Date.now() + lifeOf(answer.calculation) };
  }
  const problem: Problem = answer.ok ? { kind: 'offline' } : answer.problem;
  return { ...state, problem, isStale: true };
}

/** Live numbers for the form: asks after a pause in typing, asks again before they expire, and never lets an older answer replace a newer one. */
export function useQuote(opening: { readonly ask: Ask; readonly answer: AskAnswer }): Quoted {
  const { locale } = useWords();
  const [state, setState] = useState<State>(() =>
    answered({ ask: opening.ask, entry: 'chosen', calculation: null, problem: null, isStale: true, endsAt: 0 }, opening.answer),
  );
  const running = useRef<AbortController | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const run = async (wanted: Ask) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const answer = await askApi(browserTransport(locale), wanted, controller.signal);
    if (!controller.signal.aborted) setState((present) => answered(present, answer));
  };

  const askFor = (wanted: Ask, when: 'typed' | 'chosen') => {
    clearTimeout(timer.current);
    running.current?.abort();
    setState((present) => {
      const isSamePair = present.ask.from === wanted.from && present.ask.to === wanted.to;
      return { ...present, ask: wanted, entry: when, calculation: isSamePair ? present.calculation : null, problem: null, isStale: true };
    });
    timer.current = setTimeout(() => void run(wanted), when === 'typed' ? TYPING_PAUSE_MS : 0);
  };

  useRefresh(state, () => void run(state.ask));
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      running.current?.abort();
    },
    [],
  );

  const take = (calculation: Calculation) => setState((present) => answered(present, { ok: true, calculation }));
  return { ...state, askFor, take };
}

/** Fetches again shortly before the end, after a failure, and when the page is looked at again. */
function useRefresh(state: State, refresh: () => void): void {
  const { isStale, problem, endsAt } = state;
  const latest = useRef(refresh);
  latest.current = refresh;
  const isOffline = problem?.kind === 'offline';
  useEffect(() => {
    if (isStale && !isOffline) return;
    const due = isOffline ? Date.now() + RETRY_MS : endsAt - REFRESH_LEAD_MS;
    const refreshWhenSeen = () => {
      if (document.visibilityState === 'visible' && Date.now() >= due) latest.current();
    };
    const timer = setTimeout(refreshWhenSeen, Math.max(500, due - Date.now()));
    document.addEventListener('visibilitychange', refreshWhenSeen);
    globalThis.addEventListener('online', refreshWhenSeen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', refreshWhenSeen);
      globalThis.removeEventListener('online', refreshWhenSeen);
    };
  }, [isStale, isOffline, endsAt, problem]);
}
