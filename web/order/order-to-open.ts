/**
 * Path of the order just created, stored in this tab until its page has opened. If the page's scripts cannot be loaded, the reloaded
 * exchange page opens it as a document.
 */
export const ORDER_TO_OPEN_KEY = 'order-to-open';

export function storeOrderToOpen(path: string): void {
  try {
    sessionStorage.setItem(ORDER_TO_OPEN_KEY, JSON.stringify({ path, at: Date.now() }));
  } catch {
    // Storage is unavailable
  }
}

export function forgetOrderToOpen(): void {
  try {
    sessionStorage.removeItem(ORDER_TO_OPEN_KEY);
  } catch {
    // Storage is unavailable
  }
}
