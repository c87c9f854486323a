/** Marks in this tab that the customer pressed the pay button, which a link from another site cannot do. */
const keyOf = (orderId: string): string => `pressed-to-pay:${orderId}`;
const VALID_MS = 60_000;

/** Without storage the next page shows a button. */
export function storePayPress(orderId: string): void {
  try {
    sessionStorage.setItem(keyOf(orderId), String(Date.now()));
  } catch {
    // Storage is unavailable
  }
}

/** Returns the mark and removes it. */
export function takePayPress(orderId: string): boolean {
  try {
    const at = Number(sessionStorage.getItem(keyOf(orderId)) ?? 0);
    sessionStorage.removeItem(keyOf(orderId));
    return Date.now() - at < VALID_MS;
  } catch {
    return false;
  }
}
