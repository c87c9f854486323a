import { useEffect, useRef, useState } from 'react';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { Ask, Asked, AskAnswer, Entry, Problem } from './ask.ts';
import { whenIdle } from '#web/shell/when-idle.ts';
import type { Calculation } from './systems.ts';

/** A pause in typing before the numbers are asked for (quality G4). */
export const TYPING_PAUSE_MS = 150;
/** New numbers are fetched this long before the old ones end. */
const REFRESH_LEAD_MS = 2_500;
const RETRY_MS = 4_000;
/** Whatever a server says of its times, nobody asks oftener. */
const LEAST_PAUSE_MS = 200;
/** A refused question is asked again: limits, reserves and rates move, and the refusal with them. */
const REFUSED_RETRY_MS = 8_000;
/** A page put aside keeps its numbers fresh this long; after that it sleeps until it is looked at. */
const AWAKE_ASIDE_MS = 5 * 60_000;

export interface Quoted {
  readonly ask: Ask;
  /** The newest numbers for this pair; while `isStale`, still those of an earlier amount. */
  readonly calculation: Calculation | null;
  readonly problem: Problem | null;
  readonly isStale: boolean;
  /** Whether the asked amount stands as the visitor typed it, or was put there for him. */
  readonly entry: Entry;
  /** By the browser's clock: server time may differ from it. */
  readonly endsAt: number;
  /** Slots of this pair that somebody else has taken before the visitor's eyes. */
  readonly lostSlots: readonly Slot[];
  /** Asks anew: `typed` waits for a pause in typing, `chosen` does not. */
  readonly askFor: (ask: Ask, when: Entry) => void;
  /** Asks for what stood in a field before scripts ran: until the answer there, no other number stands beside it. */
  readonly adopt: (ask: Ask) => void;
  /** Whether the known numbers belong to another amount than the one in the field, or to none: they are not shown beside it. */
  readonly isForeign: boolean;
  /** Puts numbers into place that came with an answer to something else (`rate_changed`). */
  readonly take: (calculation: Calculation) => void;
  /** Asks the same again, after `delayMs`, because the answer may be another now. */
  readonly refresh: (delayMs: number) => void;
  /** Remembers that a slot is gone, and asks for what serves the amount in its place. */
  readonly loseSlot: (slotId: string) => void;
}

/** The questions come after the page, at the first need of them. Where their code does not come, nobody has answered. */
const loadAsking = () => import('./ask.ts');
const unanswered = (wanted: Ask): Asked => ({ ask: wanted, answer: { ok: false, problem: { kind: 'offline' } }, lostSlotId: null });

export type Slot = Calculation['slots'][number];

const lifeOf = (calculation: Calculation): number => Date.parse(calculation.expires_at) - Date.parse(calculation.server_time);

interface State {
  readonly ask: Ask;
  readonly entry: Entry;
  readonly calculation: Calculation | null;
  readonly problem: Problem | null;
  readonly isStale: boolean;
  readonly endsAt: number;
  /** When to ask again unasked; null while an answer is awaited. */
  readonly dueAt: number | null;
  readonly lostSlots: readonly Slot[];
  readonly isForeign: boolean;
}

/** The state after an answer; `now` in milliseconds of the browser's clock. */
export function answered(state: State, answer: AskAnswer, now: number): State {
  if (answer.ok && answer.calculation !== null) {
    const endsAt = now + lifeOf(answer.calculation);
    return {
      ...state,
      calculation: answer.calculation,
      problem: null,
      isStale: false,
      isForeign: false,
      endsAt,
      dueAt: endsAt - REFRESH_LEAD_MS,
    };
  }
  const problem: Problem = answer.ok ? { kind: 'offline' } : answer.problem;
  return { ...state, problem, isStale: true, dueAt: now + (problem.kind === 'offline' ? RETRY_MS : REFUSED_RETRY_MS) };
}

const isSamePair = (a: Ask, b: Ask): boolean => a.from === b.from && a.to === b.to;

/** The slots taken before the visitor's eyes, with one more; a slot that was never shown is not missed. */
function withLost(state: State, slotId: string | null): readonly Slot[] {
  const lost = state.calculation?.slots.find((slot) => slot.id === slotId);
  return lost === undefined || state.lostSlots.some((slot) => slot.id === lost.id) ? state.lostSlots : [...state.lostSlots, lost];
}

function asking(state: State, wanted: Ask, entry: Entry): State {
  const isSame = isSamePair(state.ask, wanted);
  return {
    ...state,
    ask: wanted,
    entry,
    calculation: isSame ? state.calculation : null,
    lostSlots: isSame ? state.lostSlots : [],
    problem: null,
    isStale: true,
    isForeign: false,
    dueAt: null,
  };
}

const begin = ({ ask, answer }: Asked): State =>
  answered(
    { ask, entry: 'chosen', calculation: null, problem: null, isStale: true, endsAt: 0, dueAt: null, lostSlots: [], isForeign: false },
    answer,
    Date.now(),
  );

/**
 * Live numbers for the form: asks after a pause in typing, asks again before they expire, and never lets an older answer replace a newer one.
 * While held it asks for nothing unasked: no number of a closed shop can be used.
 */
export function useQuote(opening: Asked, isHeld: { readonly current: boolean }): Quoted {
  const { locale } = useWords();
  const [state, setState] = useState<State>(() => begin(opening));
  const running = useRef<AbortController | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const run = async (wanted: Ask, entry: Entry) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const asking = await loadAsking().catch(() => undefined);
    const asked = (await asking?.ask(browserTransport(locale), wanted, { entry, signal: controller.signal })) ?? unanswered(wanted);
    if (controller.signal.aborted) return;
    setState((present) => {
      const lostSlots = withLost(present, asked.lostSlotId);
      return answered({ ...present, ask: asked.ask, lostSlots }, asked.answer, Date.now());
    });
  };

  const askFor = (wanted: Ask, when: Entry) => {
    clearTimeout(timer.current);
    running.current?.abort();
    // An emptied field asks nothing: nobody is scolded for being about to type, and no other amount's numbers stand beside it
    const isEmpty = wanted.amount.trim() === '';
    setState((present) => ({ ...asking(present, wanted, when), isForeign: isEmpty }));
    if (isEmpty) return;
    timer.current = setTimeout(() => void run(wanted, when), when === 'typed' ? TYPING_PAUSE_MS : 0);
  };

  useEffect(() => whenIdle(() => void loadAsking().catch(() => undefined)), []);
  useDue(state.dueAt, () => {
    if (isHeld.current) return setState((present) => ({ ...present, dueAt: Date.now() + RETRY_MS }));
    setState((present) => ({ ...present, dueAt: null, isStale: present.isStale || Date.now() >= present.endsAt }));
    void run(state.ask, state.entry);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      running.current?.abort();
    },
    [],
  );

  return {
    ...state,
    askFor,
    adopt: (wanted) => {
      askFor(wanted, 'typed');
      setState((present) => ({ ...present, isForeign: true }));
    },
    take: (calculation) => setState((present) => answered(present, { ok: true, calculation }, Date.now())),
    refresh: (delayMs) => setState((present) => (present.dueAt === null ? present : { ...present, dueAt: Date.now() + delayMs })),
    loseSlot: (slotId) => {
      const next = { ...state.ask, slotId: null, fitsSlot: true };
      setState((present) => ({ ...present, lostSlots: withLost(present, slotId) }));
      askFor(next, state.entry);
    },
  };
}

/** Calls back when the time has come: at once when a page that slept is looked at again, or the connection is back. */
function useDue(dueAt: number | null, react: () => void): void {
  const latest = useRef(react);
  latest.current = react;
  const asideSince = useRef<number | null>(null);
  useEffect(() => {
    if (dueAt === null) return;
    const reactWhenDue = () => {
      asideSince.current = document.visibilityState === 'hidden' ? (asideSince.current ?? Date.now()) : null;
      const isAsleep = asideSince.current !== null && Date.now() - asideSince.current > AWAKE_ASIDE_MS;
      if (!isAsleep && Date.now() >= dueAt) latest.current();
    };
    const timer = setTimeout(reactWhenDue, Math.max(LEAST_PAUSE_MS, dueAt - Date.now()));
    document.addEventListener('visibilitychange', reactWhenDue);
    globalThis.addEventListener('online', reactWhenDue);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', reactWhenDue);
      globalThis.removeEventListener('online', reactWhenDue);
    };
  }, [dueAt]);
}
