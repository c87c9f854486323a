import { useIsHydrated } from '#web/loading/use-is-hydrated.ts';

/* Marks in this tab around a payment on the provider's own page. Without storage the page shows a button or the order's own state. */

const PRESS_VALID_MS = 60_000;
const RETURN_VALID_MS = 30 * 60_000;

const pressKey = (orderId: string): string => `pressed-to-pay:${orderId}`;
const returnKey = (orderId: string): string => `came-back:${orderId}`;

function storeNow(key: string): void {
  try {
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    // Storage is unavailable
  }
}

/** False: storage is unavailable. */
function removeMark(key: string): boolean {
  try {
    sessionStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

function isRecent(key: string, validMs: number): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(key) ?? 0) < validMs;
  } catch {
    return false;
  }
}

/** Marks that the customer pressed the pay button, which a link from another site cannot do. */
export const storePayPress = (orderId: string): void => storeNow(pressKey(orderId));

/** Whether the customer has just pressed the pay button; removes the mark. */
export function takePayPress(orderId: string): boolean {
  const isPressed = isRecent(pressKey(orderId), PRESS_VALID_MS);
  return removeMark(pressKey(orderId)) && isPressed;
}

/** Marks that the provider's page redirected back as paid, which is no proof of payment; removes the mark otherwise. */
export function storeProviderReturn(orderId: string, hasPaid: boolean): void {
  if (hasPaid) storeNow(returnKey(orderId));
  else removeMark(returnKey(orderId));
}

/** Whether the tab came back as paid recently: the provider's report to us may arrive later. False until hydrated. */
export const useProviderReturn = (orderId: string): boolean => useIsHydrated() && isRecent(returnKey(orderId), RETURN_VALID_MS);
