/** The wire of an order's page, which comes after the page; undefined where it does not come: then nobody has answered. */
export const loadWire = () => import('./wire.ts').catch(() => undefined);

/** What a call gives that could not even be made. */
export const UNANSWERED = { ok: false, status: 0, errors: [], unreadable: false, retryAfterSeconds: null } as const;
