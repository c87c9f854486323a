import { useEffect, useEffectEvent } from 'react';
import { type AvailabilityChange, onAvailability } from './availability.ts';

/** Calls back at every change of availability, of the technical break and of the public notice. */
export function useAvailability(onNews: (news: AvailabilityChange) => void): void {
  const call = useEffectEvent(onNews);
  useEffect(() => onAvailability((news) => call(news)), []);
}
