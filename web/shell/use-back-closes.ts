import { useEffect, useEffectEvent } from 'react';
import { enterStep, leaveStep } from './back-steps.ts';

/**
 * What lies over the page is a step of its history: "back" (a telephone's own button) closes it and stays on the page. Closed in any other
 * way it takes its step away again; with the answer that happens first, and then what it is given.
 */
export function useBackCloses(isOpen: boolean, close: () => void): (after?: () => void) => void {
  const closes = useEffectEvent(close);
  useEffect(() => (isOpen ? enterStep(() => closes()) : undefined), [isOpen]);
  return leaveStep;
}
