import { useSyncExternalStore } from 'react';
import { CallFailure } from '#office/api/use-api.ts';
import { BASE } from '#office/paths.ts';

/** Seconds between two looks: whatever goes wrong, the page is not asked for again and again. */
const LOOK_EVERY_MS = 30_000;

let isNewer = false;
let lookedAt = -LOOK_EVERY_MS;
let looking: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

const entryOf = (page: Document): string | null => page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/** The entry's name says what it holds: another name is another office. Nobody answering says nothing. */
async function look(): Promise<boolean> {
  lookedAt = performance.now();
  try {
    const answer = await fetch(BASE, { cache: 'no-store' });
    const served = entryOf(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    isNewer = answer.ok && served !== null && served !== entryOf(document);
  } catch {
    isNewer = false;
  }
  if (isNewer) for (const listener of listeners) listener();
  return isNewer;
}

/** Whether the server has another office by now than the one that runs here; asked when something went wrong that should not have. */
export async function isOutdated(): Promise<boolean> {
  if (isNewer) return true;
  if (looking === undefined && performance.now() - lookedAt < LOOK_EVERY_MS) return false;
  looking ??= look().finally(() => (looking = undefined));
  return await looking;
}

/** What two offices of one age do not say to each other: words that one of them does not understand, a call that is no longer there. */
export const isMisunderstanding = (error: unknown): boolean =>
  !(error instanceof CallFailure) ||
  (error.failure.status !== 0 && error.failure.unreadable) ||
  [400, 405, 415].includes(error.failure.status);

/** A part of the office that comes when it is needed: of an older office it is gone, and then the page stays as it is, with what is typed in it. */
export async function part<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (await isOutdated()) return await new Promise<never>(() => undefined);
    throw error;
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether a newer office is known of. */
export const useIsOutdated = (): boolean => useSyncExternalStore(subscribe, () => isNewer);
