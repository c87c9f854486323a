import { useEffect, useEffectEvent } from 'react';
import { enterStep, leaveStep } from '#web/layout/back-steps.ts';

/**
 * Gives a dialog a history step: "back" closes it and stays on the page. The returned function removes the step, then runs `after`.
 */
export function useBackCloses(isOpen: boolean, close: () => void): (after?: () => void) => void {
  const closes = useEffectEvent(close);
  useEffect(() => (isOpen ? enterStep(() => closes()) : undefined), [isOpen]);
  return leaveStep;
}
