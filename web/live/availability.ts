import type { AvailabilityEvent } from '#contract/following.ts';

/** What has changed since this page was drawn or last informed; `changes` null: any direction may have. */
export type AvailabilityNews = AvailabilityEvent;

const listeners = new Set<(news: AvailabilityNews) => void>();

/** Gives the way to stop. */
export function onAvailability(listener: (news: AvailabilityNews) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Called by the one stream of this browser (`follow-availability.ts`), whose code comes after the page. */
export function publishAvailability(news: AvailabilityNews): void {
  for (const listener of listeners) listener(news);
}

type Changes = Pick<AvailabilityNews, 'changes'>;

/** Whether a direction may have opened or closed. */
export const affects = ({ changes }: Changes, from: string, to: string): boolean =>
  changes === null || [...changes.opened, ...changes.closed].includes(`${from}>${to}`);

/** Pages that must ask the server do not all ask in the same moment; longer where every page asks. */
const LISTED_SPREAD_MS = 200;
const ALL_SPREAD_MS = 500;
export const askDelayMs = ({ changes }: Changes): number => Math.random() * (changes === null ? ALL_SPREAD_MS : LISTED_SPREAD_MS);

let isOpen = false;

/** Whether the stream tells of changes now: what it would tell is not asked for. */
export const isFollowed = (): boolean => isOpen;

/** Called by the stream of this browser, as `publishAvailability`. */
export const setFollowed = (next: boolean): void => void (isOpen = next);
