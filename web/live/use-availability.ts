import { useEffect, useEffectEvent } from 'react';
import { type AvailabilityChange, onAvailability } from './availability.ts';

/** Calls back at every change of availability, of the technical break and of the public notice. */
export function useAvailability(onChange: (change: AvailabilityChange) => void): void {
  const callback = useEffectEvent(onChange);
  useEffect(() => onAvailability((change) => callback(change)), []);
}
