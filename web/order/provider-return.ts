import { useSyncExternalStore } from 'react';

/** Marks in this tab that the provider's page redirected back as paid. Not a proof of payment. */
const keyOf = (orderId: string): string => `came-back:${orderId}`;
const VALID_MS = 30 * 60_000;

/** Without storage the page shows the order's own state. */
export function storeProviderReturn(orderId: string, hasPaid: boolean): void {
  try {
    if (hasPaid) sessionStorage.setItem(keyOf(orderId), String(Date.now()));
    else sessionStorage.removeItem(keyOf(orderId));
  } catch {
    // Storage is unavailable
  }
}

function hasReturned(orderId: string): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(keyOf(orderId)) ?? 0) < VALID_MS;
  } catch {
    return false;
  }
}

const noSubscription = () => () => undefined;

/** Whether the tab came back as paid recently: the provider's report to us may arrive later. False until hydrated. */
export const useProviderReturn = (orderId: string): boolean =>
  useSyncExternalStore(
    noSubscription,
    () => hasReturned(orderId),
    () => false,
  );
