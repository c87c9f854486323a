import { ORDER_TO_OPEN_KEY } from '#web/order/order-to-open.ts';

const VALID_MS = 60_000;

/** Returns the path and removes it; undefined: no order is to be opened. */
function takeOrderToOpen(): string | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(ORDER_TO_OPEN_KEY) ?? 'null');
    sessionStorage.removeItem(ORDER_TO_OPEN_KEY);
    if (typeof stored !== 'object' || stored === null || !('path' in stored) || !('at' in stored)) return undefined;
    return typeof stored.path === 'string' && Date.now() - Number(stored.at) < VALID_MS ? stored.path : undefined;
  } catch {
    return undefined;
  }
}

/** Opens the order whose page could not be loaded, as a document. */
export function openCreatedOrder(): void {
  const path = takeOrderToOpen();
  if (path !== undefined) globalThis.location.replace(path);
}
