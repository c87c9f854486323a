import { isCountry } from '#core/countries.ts';
import { type CountryRules, NO_COUNTRY_RULES } from '#core/country-rules.ts';
import type { CountryLookup } from '#server/adapters/countries/port.ts';
import type { Db } from '#server/platform/db/db.ts';
import { keepFresh } from '#server/platform/keep-fresh.ts';
import type { Live } from '#server/platform/live.ts';
import type { Log } from '#server/platform/log.ts';
import { readRules } from './store.ts';

/** Told of by whatever changes a rule. */
export const COUNTRY_RULES_CHANNEL = 'country_rules_changed';

/** Who asks: his address, proxies we trust resolved, and what they say of him. */
export interface Asking {
  readonly ip: string;
  readonly header?: (name: string) => string | undefined;
}

/** Where visitors are, and what is not exchanged there. */
export interface Countries {
  /** Two letters; null: nobody knows. */
  countryOf(asking: Asking): Promise<string | null>;
  /** From memory. */
  rules(): CountryRules;
}

export interface LoadedCountries extends Countries {
  refresh(): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

interface CountryDeps {
  readonly db: Db;
  readonly live: Live;
  readonly log: Pick<Log, 'warn'>;
  readonly lookup: CountryLookup;
  /** The header by which a proxy that we trust names the country; anybody else's was taken off on its way in. */
  readonly countryHeader: string | undefined;
}

export function loadCountries(deps: CountryDeps): LoadedCountries {
  const { db, log, lookup, countryHeader } = deps;
  let current = NO_COUNTRY_RULES;
  const refresh = async () => {
    const read = await readRules(db);
    if (JSON.stringify(read) !== JSON.stringify(current)) current = read;
  };
  return {
    rules: () => current,
    async countryOf({ ip, header }) {
      const told = countryHeader === undefined ? undefined : header?.(countryHeader)?.toUpperCase();
      if (told !== undefined && isCountry(told)) return told;
      // A file that cannot be read makes nobody's order fail
      return await lookup.countryOf(ip).catch((error: unknown) => {
        log.warn({ error }, 'country_lookup_failed');
        return null;
      });
    },
    refresh,
    ...keepFresh(deps, COUNTRY_RULES_CHANNEL, refresh),
  };
}
