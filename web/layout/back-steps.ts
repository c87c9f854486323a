import { useEffect, useEffectEvent } from 'react';

const MARK = 'closes';

interface HistoryStep {
  readonly path: string;
  /** Closes the dialog on "back"; a no-op once the dialog is closed. */
  close: () => void;
  isLeaving: boolean;
  /** Runs after the step is removed. */
  after: () => void;
}

let openStep: HistoryStep | null = null;

const noop = (): void => undefined;
const isMarked = (state: unknown): boolean => typeof state === 'object' && state !== null && MARK in state;

/** Must run before the router subscribes: window listeners run in the order of subscription, whatever their phase. */
export function watchBackButton(): void {
  globalThis.addEventListener('popstate', (event) => {
    if (openStep === null) return;
    const { path, close, after } = openStep;
    openStep = null;
    // On the same path the router must not handle the event: it would load a history entry that it did not write
    if (globalThis.location.pathname === path) event.stopImmediatePropagation();
    close();
    after();
  });
}

/** Adds a history step for a dialog that opened. The returned function removes it when the dialog was closed otherwise. */
function enterStep(close: () => void): () => void {
  const { history, location } = globalThis;
  const newStep: HistoryStep = { path: location.pathname, close, isLeaving: false, after: noop };
  openStep = newStep;
  history.pushState({ ...(history.state as object | null), [MARK]: true }, '');
  return () => {
    if (openStep !== newStep) return;
    newStep.close = noop;
    // After a navigation the current history entry is not ours
    if (isMarked(history.state)) leaveStep();
    else openStep = null;
  };
}

/** Goes back, then runs `after`: a URL written earlier would be lost with the step. */
function leaveStep(after?: () => void): void {
  if (openStep === null) {
    after?.();
    return;
  }
  openStep.after = after ?? openStep.after;
  // A choice also closes the dialog: only one step back is needed for both
  if (!openStep.isLeaving) globalThis.history.back();
  openStep.isLeaving = true;
}

/**
 * Gives a dialog a history step: "back" closes it and stays on the page. The returned function removes the step, then runs `after`.
 */
export function useBackCloses(isOpen: boolean, close: () => void): (after?: () => void) => void {
  const closes = useEffectEvent(close);
  useEffect(() => (isOpen ? enterStep(() => closes()) : undefined), [isOpen]);
  return leaveStep;
}
