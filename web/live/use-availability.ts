import { useEffect, useEffectEvent } from 'react';
import { type AvailabilityNews, onAvailability } from './availability.ts';

/** Calls back at every change of what can be exchanged, of the technical break and of the public notice. */
export function useAvailability(onNews: (news: AvailabilityNews) => void): void {
  const call = useEffectEvent(onNews);
  useEffect(() => onAvailability((news) => call(news)), []);
}
