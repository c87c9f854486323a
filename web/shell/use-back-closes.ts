import { useEffect, useRef } from 'react';
import { catchBack } from './back-steps.ts';

/**
 * Gives what lies over the page (a dialog, a question) its own step in the history, so that the device's back closes it and not the
 * page. `leave` steps back itself and then does what it was given: an address written before that step would be lost with it. What
 * goes away unasked takes its step along.
 */
export function useBackCloses(
  isOpen: boolean,
  onClosed: () => void,
): { readonly enter: () => void; readonly leave: (after?: () => void) => void } {
  const closed = useRef(onClosed);
  closed.current = onClosed;
  const hasStep = useRef(false);
  const leaving = useRef<{ readonly after: (() => void) | undefined } | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    catchBack(() => {
      catchBack(null);
      hasStep.current = false;
      closed.current();
      leaving.current?.after?.();
      leaving.current = null;
    });
    return () => {
      catchBack(null);
      if (hasStep.current) globalThis.history.back();
      hasStep.current = false;
    };
  }, [isOpen]);
  return {
    enter: () => {
      globalThis.history.pushState(globalThis.history.state, '');
      hasStep.current = true;
    },
    leave: (after) => {
      // A choice closes the dialog as well: one step back for both
      const isLeaving = leaving.current !== null;
      leaving.current = { after: leaving.current?.after ?? after };
      if (!isLeaving) globalThis.history.back();
    },
  };
}
