/** API calls of the order page, loaded after it; undefined if the script cannot be loaded. */
export const loadOrderApi = () => import('./calls.ts').catch(() => undefined);

/** Result of a call that could not be made. */
export const NO_RESPONSE = { ok: false, status: 0, errors: [], unreadable: false, retryAfterSeconds: null } as const;
