import type { Db } from '#server/platform/db/db.ts';
import { readHealth } from './health.ts';
import type { WatchAcquirers } from './port.ts';
import { countOpenRefunds } from './refund-store.ts';
import { type Acquirer, railNameOf } from './settings.ts';

const UNHEARD = {
  lastCallbackAt: null,
  lastRefusedAt: null,
  lastRefusedWhy: null,
  lastAnswerAt: null,
  lastFailureAt: null,
  lastFailure: null,
} as const;

/** Looks at how acquirers do; no secret is in it. */
export const watchAcquirers =
  (db: Db, acquirers: readonly Acquirer[]): WatchAcquirers =>
  async () => {
    const [healths, open] = await Promise.all([readHealth(db), countOpenRefunds(db)]);
    return acquirers.map(({ settings }) => {
      const rail = railNameOf(settings);
      return {
        ...UNHEARD,
        ...healths.find((one) => one.rail === rail),
        rail,
        name: settings.name,
        title: settings.title,
        kind: settings.offer.kind,
        isTest: settings.test,
        origins: settings.origins,
        believed: settings.callback.believed,
        isAsked: settings.status !== undefined,
        givesBack: settings.refund !== undefined,
        currencies: Object.keys(settings.currencies),
        openRefunds: open.get(rail) ?? 0,
      };
    });
  };
