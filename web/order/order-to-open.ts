/**
 * Path of the order just created, stored in this tab until its page has opened. If the page's scripts cannot be loaded, the reloaded
 * exchange page opens it as a document.
 */
const KEY = 'order-to-open';
const VALID_MS = 60_000;

export function storeOrderToOpen(path: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path, at: Date.now() }));
  } catch {
    // Storage is unavailable
  }
}

export function forgetOrderToOpen(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable
  }
}

/** Returns the path and removes it; undefined: no order is to be opened. */
export function takeOrderToOpen(): string | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    if (typeof stored !== 'object' || stored === null || !('path' in stored) || !('at' in stored)) return undefined;
    return typeof stored.path === 'string' && Date.now() - Number(stored.at) < VALID_MS ? stored.path : undefined;
  } catch {
    return undefined;
  }
}
