import { useEffect, useRef } from 'react';
import { catchBack } from '#web/shell/back-steps.ts';

/**
 * Gives an open dialog its own step in the history, so that the device's back closes the dialog and not the page. `leave` steps back
 * itself and then does what it was given: an address written before that step would be lost with it.
 */
export function useBackCloses(
  isOpen: boolean,
  onClosed: () => void,
): { readonly enter: () => void; readonly leave: (after?: () => void) => void } {
  const closed = useRef(onClosed);
  closed.current = onClosed;
  const leaving = useRef<{ readonly after: (() => void) | undefined } | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    catchBack(() => {
      catchBack(null);
      closed.current();
      leaving.current?.after?.();
      leaving.current = null;
    });
    return () => catchBack(null);
  }, [isOpen]);
  return {
    enter: () => globalThis.history.pushState(globalThis.history.state, ''),
    leave: (after) => {
      // A choice closes the dialog as well: one step back for both
      const isLeaving = leaving.current !== null;
      leaving.current = { after: leaving.current?.after ?? after };
      if (!isLeaving) globalThis.history.back();
    },
  };
}
