import { useEffect, useEffectEvent } from 'react';
import { enterStep, leaveStep } from '#web/layout/back-steps.ts';

/**
 * Gives a dialog a history step: "back" closes it and stays on the page. Closed in another way, it removes its step. The returned function
 * removes the step first and then runs `after`.
 */
export function useBackCloses(isOpen: boolean, close: () => void): (after?: () => void) => void {
  const closes = useEffectEvent(close);
  useEffect(() => (isOpen ? enterStep(() => closes()) : undefined), [isOpen]);
  return leaveStep;
}
