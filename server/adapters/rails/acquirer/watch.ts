import type { Db } from '#server/platform/db/db.ts';
import { readHealth } from './health.ts';
import type { WatchAcquirers } from './port.ts';
import { countOpenRefunds } from './refund-store.ts';
import { type Acquirer, railNameOf } from './settings.ts';

const NO_HEALTH = {
  lastCallbackAt: null,
  lastRefusedAt: null,
  lastRefusedWhy: null,
  lastAnswerAt: null,
  lastFailureAt: null,
  lastFailure: null,
} as const;

/** Reads the state of the acquirers, without secrets. */
export const watchAcquirers =
  (db: Db, acquirers: readonly Acquirer[]): WatchAcquirers =>
  async () => {
    const [healths, openRefunds] = await Promise.all([readHealth(db), countOpenRefunds(db)]);
    return acquirers.map(({ settings }) => {
      const rail = railNameOf(settings);
      return {
        ...NO_HEALTH,
        ...healths.find((health) => health.rail === rail),
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
        openRefunds: openRefunds.get(rail) ?? 0,
      };
    });
  };
