/** That this person, in this tab, has just pressed to pay an order: no link from elsewhere can say so. */
const keyOf = (orderId: string): string => `pressed-to-pay:${orderId}`;
const FRESH_MS = 60_000;

/** A browser that keeps nothing is no reason not to pay: then the next page has a button. */
export function notePress(orderId: string): void {
  try {
    sessionStorage.setItem(keyOf(orderId), String(Date.now()));
  } catch {
    // Kept by nobody
  }
}

/** Whether he has; true once for each press. */
export function takePress(orderId: string): boolean {
  try {
    const at = Number(sessionStorage.getItem(keyOf(orderId)) ?? 0);
    sessionStorage.removeItem(keyOf(orderId));
    return Date.now() - at < FRESH_MS;
  } catch {
    return false;
  }
}
