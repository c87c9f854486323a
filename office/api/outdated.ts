import { useSyncExternalStore } from 'react';
import { BASE } from '#office/paths.ts';
import { CallFailure } from './call-failure.ts';

/** Least time between two checks. */
const CHECK_EVERY_MS = 30_000;

let isNewer = false;
let checkedAt = -CHECK_EVERY_MS;
let check: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

const entryOf = (page: Document): string | null => page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/** The entry's file name contains a hash: another name is another build. Without a response the build counts as current. */
async function checkServedEntry(): Promise<boolean> {
  checkedAt = performance.now();
  try {
    const answer = await fetch(BASE, { cache: 'no-store' });
    const servedEntry = entryOf(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    isNewer = answer.ok && servedEntry !== null && servedEntry !== entryOf(document);
  } catch {
    isNewer = false;
  }
  if (isNewer) for (const listener of listeners) listener();
  return isNewer;
}

/** Whether the server has a newer build; checked after an unexpected error. */
export async function isOutdated(): Promise<boolean> {
  if (isNewer) return true;
  if (check === undefined && performance.now() - checkedAt < CHECK_EVERY_MS) return false;
  check ??= checkServedEntry().finally(() => (check = undefined));
  return await check;
}

/** Errors that a current build does not cause: an unreadable answer, a call that no longer exists. */
export const mayBeOutdatedCall = (error: unknown): boolean =>
  !(error instanceof CallFailure) ||
  (error.failure.status !== 0 && error.failure.unreadable) ||
  [400, 405, 415].includes(error.failure.status);

/** Loads a lazy part. An outdated office cannot load its parts: then the page stays as it is, with its input. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
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

/** Whether a newer build is known. */
export const useIsOutdated = (): boolean => useSyncExternalStore(subscribe, () => isNewer);
