import { useEffect, useRef, useState } from 'react';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { QuoteRequest, QuoteResult, QuoteResponse, AmountSource, QuoteProblem } from './fetch-quote.ts';
import { whenIdle } from '#web/loading/when-idle.ts';
import { type Calculation, lifetimeMs } from '#web/catalogue/systems.ts';

/** Pause in typing before a quote is requested (quality G4). */
const TYPING_PAUSE_MS = 150;
/** A quote is renewed this long before it expires. */
const REFRESH_LEAD_MS = 2_500;
const RETRY_MS = 4_000;
/** Least delay between requests, whatever the server's times. */
const MIN_DELAY_MS = 200;
/** Delay before a refused request is repeated: limits, reserves and rates may have changed. */
const REFUSED_RETRY_MS = 8_000;
/** How long a hidden page renews quotes; then it stops until it is visible. */
const MAX_HIDDEN_MS = 5 * 60_000;

export interface LiveQuote {
  readonly request: QuoteRequest;
  /** Newest calculation for this pair; while `isStale`, of an earlier request. */
  readonly calculation: Calculation | null;
  readonly problem: QuoteProblem | null;
  readonly isStale: boolean;
  /** Source of the requested amount. */
  readonly amountSource: AmountSource;
  /** Expiry by the browser's clock. */
  readonly endsAt: number;
  /** Slots of this pair that were taken by others while shown. */
  readonly lostSlots: readonly Slot[];
  /** Requests a quote: `typed` after a pause in typing, `chosen` at once. */
  readonly setRequest: (request: QuoteRequest, amountSource: AmountSource) => void;
  /** Requests a quote for input made before scripts ran; the other amount is hidden until the response. */
  readonly restoreRequest: (request: QuoteRequest) => void;
  /** Whether `calculation` belongs to another amount than the field's: the other amount is hidden. */
  readonly isForOtherAmount: boolean;
  /** Applies a calculation from another response (`rate_changed`). */
  readonly setCalculation: (calculation: Calculation) => void;
  /** Repeats the request after `delayMs`. */
  readonly refresh: (delayMs: number) => void;
  /** Marks a slot as lost and requests a quote without it. */
  readonly loseSlot: (slotId: string) => void;
}

/** Loaded after the page; a failed load counts as no response. */
const loadFetchQuote = () => import('./fetch-quote.ts');
const offlineResult = (request: QuoteRequest): QuoteResult => ({
  request,
  response: { ok: false, problem: { kind: 'offline' } },
  lostSlotId: null,
});

export type Slot = Calculation['slots'][number];

interface QuoteState {
  readonly request: QuoteRequest;
  readonly amountSource: AmountSource;
  readonly calculation: Calculation | null;
  readonly problem: QuoteProblem | null;
  readonly isStale: boolean;
  readonly endsAt: number;
  /** Time of the next automatic request; null while one is pending. */
  readonly dueAt: number | null;
  readonly lostSlots: readonly Slot[];
  readonly isForOtherAmount: boolean;
}

/** State after a response; `now` in milliseconds of the browser's clock. */
function applyResponse(state: QuoteState, response: QuoteResponse, now: number): QuoteState {
  if (response.ok && response.calculation !== null) {
    const endsAt = now + lifetimeMs(response.calculation);
    const { slots } = response.calculation;
    return {
      ...state,
      calculation: response.calculation,
      problem: null,
      isStale: false,
      isForOtherAmount: false,
      endsAt,
      dueAt: endsAt - REFRESH_LEAD_MS,
      // A slot whose customer has not paid is offered again
      lostSlots: state.lostSlots.filter(({ id }) => slots.every((slot) => slot.id !== id)),
    };
  }
  const problem: QuoteProblem = response.ok ? { kind: 'offline' } : response.problem;
  return { ...state, problem, isStale: true, dueAt: now + (problem.kind === 'offline' ? RETRY_MS : REFUSED_RETRY_MS) };
}

const isSamePair = (a: QuoteRequest, b: QuoteRequest): boolean => a.from === b.from && a.to === b.to;

/** The lost slots and this one, unless it was not shown. */
function addLostSlot(state: QuoteState, slotId: string | null): readonly Slot[] {
  const lost = state.calculation?.slots.find((slot) => slot.id === slotId);
  return lost === undefined || state.lostSlots.some((slot) => slot.id === lost.id) ? state.lostSlots : [...state.lostSlots, lost];
}

function applyRequest(state: QuoteState, request: QuoteRequest, amountSource: AmountSource): QuoteState {
  const isSame = isSamePair(state.request, request);
  return {
    ...state,
    request,
    amountSource,
    calculation: isSame ? state.calculation : null,
    lostSlots: isSame ? state.lostSlots : [],
    problem: null,
    isStale: true,
    isForOtherAmount: false,
    dueAt: null,
  };
}

const initialState = ({ request, response }: QuoteResult): QuoteState =>
  applyResponse(
    {
      request,
      amountSource: 'chosen',
      calculation: null,
      problem: null,
      isStale: true,
      endsAt: 0,
      dueAt: null,
      lostSlots: [],
      isForOtherAmount: false,
    },
    response,
    Date.now(),
  );

/**
 * Live quote of the form: requested after a pause in typing, renewed before it expires, unless paused (the shop is closed). An older
 * response never replaces a newer one.
 */
export function useQuote(initial: QuoteResult, isPaused: { readonly current: boolean }): LiveQuote {
  const { locale } = useTranslation();
  const [state, setState] = useState<QuoteState>(() => initialState(initial));
  const pendingRequest = useRef<AbortController | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const load = async (request: QuoteRequest, amountSource: AmountSource) => {
    pendingRequest.current?.abort();
    const controller = new AbortController();
    pendingRequest.current = controller;
    const loaded = await loadFetchQuote().catch(() => undefined);
    const result =
      (await loaded?.fetchQuote(browserTransport(locale), request, { amountSource, signal: controller.signal })) ?? offlineResult(request);
    if (controller.signal.aborted) return;
    setState((current) => {
      const lostSlots = addLostSlot(current, result.lostSlotId);
      return applyResponse({ ...current, request: result.request, lostSlots }, result.response, Date.now());
    });
  };

  const setRequest = (request: QuoteRequest, amountSource: AmountSource) => {
    clearTimeout(timer.current);
    pendingRequest.current?.abort();
    // An empty field sends no request and shows no error; the other amount is hidden
    const isEmpty = request.amount.trim() === '';
    setState((current) => ({ ...applyRequest(current, request, amountSource), isForOtherAmount: isEmpty }));
    if (isEmpty) return;
    timer.current = setTimeout(() => void load(request, amountSource), amountSource === 'typed' ? TYPING_PAUSE_MS : 0);
  };

  useEffect(() => whenIdle(() => void loadFetchQuote().catch(() => undefined)), []);
  useCallAt(state.dueAt, () => {
    if (isPaused.current) return setState((current) => ({ ...current, dueAt: Date.now() + RETRY_MS }));
    setState((current) => ({ ...current, dueAt: null, isStale: current.isStale || Date.now() >= current.endsAt }));
    void load(state.request, state.amountSource);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      pendingRequest.current?.abort();
    },
    [],
  );

  return {
    ...state,
    setRequest,
    restoreRequest: (request) => {
      setRequest(request, 'typed');
      setState((current) => ({ ...current, isForOtherAmount: true }));
    },
    setCalculation: (calculation) => setState((current) => applyResponse(current, { ok: true, calculation }, Date.now())),
    refresh: (delayMs) => setState((current) => (current.dueAt === null ? current : { ...current, dueAt: Date.now() + delayMs })),
    loseSlot: (slotId) => {
      const requestWithoutSlot = { ...state.request, slotId: null, fitsSlot: true };
      setState((current) => ({ ...current, lostSlots: addLostSlot(current, slotId) }));
      setRequest(requestWithoutSlot, state.amountSource);
    },
  };
}

/** Calls `onDue` at a time; when overdue, as soon as the page is visible or the connection is back. */
function useCallAt(dueAt: number | null, onDue: () => void): void {
  const latest = useRef(onDue);
  latest.current = onDue;
  const hiddenSince = useRef<number | null>(null);
  useEffect(() => {
    if (dueAt === null) return;
    const callIfDue = () => {
      hiddenSince.current = document.visibilityState === 'hidden' ? (hiddenSince.current ?? Date.now()) : null;
      const isSuspended = hiddenSince.current !== null && Date.now() - hiddenSince.current > MAX_HIDDEN_MS;
      if (!isSuspended && Date.now() >= dueAt) latest.current();
    };
    const timer = setTimeout(callIfDue, Math.max(MIN_DELAY_MS, dueAt - Date.now()));
    document.addEventListener('visibilitychange', callIfDue);
    globalThis.addEventListener('online', callIfDue);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', callIfDue);
      globalThis.removeEventListener('online', callIfDue);
    };
  }, [dueAt]);
}
