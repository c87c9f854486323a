import type { AvailabilityEvent } from '#contract/public/following.ts';

/** Changes since the page was rendered or last notified; `changes` null: any direction may have changed. */
export type AvailabilityChange = AvailabilityEvent;

const listeners = new Set<(change: AvailabilityChange) => void>();

/** Calls back at every change. Returns the function that stops it. */
export function onAvailability(listener: (change: AvailabilityChange) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Called by this browser's shared stream (`follow-availability.ts`), loaded after the page. */
export function publishAvailability(change: AvailabilityChange): void {
  for (const listener of listeners) listener(change);
}

type Changes = Pick<AvailabilityChange, 'changes'>;

/** Whether a direction may have opened or closed. */
export const affects = ({ changes }: Changes, from: string, to: string): boolean =>
  changes === null || [...changes.opened, ...changes.closed].includes(`${from}>${to}`);

/** Spreads the requests of many pages after a change; over a longer time where every page sends one. */
const LISTED_SPREAD_MS = 200;
const ALL_SPREAD_MS = 500;
export const requestDelayMs = ({ changes }: Changes): number => Math.random() * (changes === null ? ALL_SPREAD_MS : LISTED_SPREAD_MS);

let isOpen = false;

/** Whether the stream reports changes now, so that polling is unnecessary. */
export const isStreamOpen = (): boolean => isOpen;

/** Called by this browser's shared stream. */
export const setStreamOpen = (isStreamNowOpen: boolean): void => void (isOpen = isStreamNowOpen);
