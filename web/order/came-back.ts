import { useSyncExternalStore } from 'react';

/** That this browser's tab has come back from a provider's page that says it was paid there: a word, never money. */
const keyOf = (orderId: string): string => `came-back:${orderId}`;
const FRESH_MS = 30 * 60_000;

/** A browser that keeps nothing shows the order as it knows it. */
export function noteCameBack(orderId: string, hasPaid: boolean): void {
  try {
    if (hasPaid) sessionStorage.setItem(keyOf(orderId), String(Date.now()));
    else sessionStorage.removeItem(keyOf(orderId));
  } catch {
    // Kept by nobody
  }
}

function hasComeBack(orderId: string): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(keyOf(orderId)) ?? 0) < FRESH_MS;
  } catch {
    return false;
  }
}

const untouched = () => () => undefined;

/** Whether he has, not long ago: the provider's own word to us may be a moment behind him. Known once the page runs. */
export const useCameBack = (orderId: string): boolean =>
  useSyncExternalStore(
    untouched,
    () => hasComeBack(orderId),
    () => false,
  );
