const MARK = 'closes';

interface Step {
  readonly path: string;
  /** What "back" does here; nothing once what was open has closed by itself. */
  close: () => void;
  isLeaving: boolean;
  /** What waits until the step is taken away. */
  after: () => void;
}

let step: Step | null = null;

const nothing = (): void => undefined;
const isMarked = (state: unknown): boolean => typeof state === 'object' && state !== null && MARK in state;

/** Must run before the router listens: on the window the first listener comes first, whatever its phase. */
export function watchBack(): void {
  globalThis.addEventListener('popstate', (event) => {
    if (step === null) return;
    const { path, close, after } = step;
    step = null;
    // The page under what was open is the same: the router has nothing to do, and would load an address it never wrote
    if (globalThis.location.pathname === path) event.stopImmediatePropagation();
    close();
    after();
  });
}

/** Gives what has just opened a step of its own; the answer takes it away again where something else closed it. */
export function enterStep(close: () => void): () => void {
  const { history, location } = globalThis;
  const own: Step = { path: location.pathname, close, isLeaving: false, after: nothing };
  step = own;
  history.pushState({ ...(history.state as object | null), [MARK]: true }, '');
  return () => {
    if (step !== own) return;
    own.close = nothing;
    // Somewhere else already: that page's steps are none of ours
    if (isMarked(history.state)) leaveStep();
    else step = null;
  };
}

/** Steps back and only then does what it was given: an address written before would be lost with the step. */
export function leaveStep(after?: () => void): void {
  if (step === null) {
    after?.();
    return;
  }
  step.after = after ?? step.after;
  // A choice closes the dialog as well: one step back for both
  if (!step.isLeaving) globalThis.history.back();
  step.isLeaving = true;
}
