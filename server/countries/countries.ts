import { isCountry } from '#core/country/countries.ts';
import { type CountryRules, NO_COUNTRY_RULES } from '#core/country/country-rules.ts';
import type { CountryLookup } from '#server/adapters/countries/port.ts';
import type { Db } from '#server/platform/db/db.ts';
import { keepFresh, type Live } from '#server/platform/live.ts';
import type { Log } from '#server/platform/log.ts';
import { readRules } from './store.ts';

/** Notified when a rule changes. */
export const COUNTRY_RULES_CHANNEL = 'country_rules_changed';

/** The client: its address, behind trusted proxies, and their headers. */
export interface Client {
  readonly ip: string;
  readonly header?: (name: string) => string | undefined;
}

/** Countries of visitors, and what is not exchanged there. */
export interface Countries {
  /** ISO code of two letters; null: unknown. */
  countryOf(client: Client): Promise<string | null>;
  /** From memory. */
  rules(): CountryRules;
}

export interface HasCountries {
  /** Countries of visitors, and currencies not exchanged there; from memory. */
  readonly countries: Countries;
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
  /** Header in which a trusted proxy passes the country; removed from requests of other clients. */
  readonly countryHeader: string | undefined;
}

export function loadCountries(deps: CountryDeps): LoadedCountries {
  const { db, log, lookup, countryHeader } = deps;
  let current = NO_COUNTRY_RULES;
  const refresh = async () => {
    const loaded = await readRules(db);
    if (JSON.stringify(loaded) !== JSON.stringify(current)) current = loaded;
  };
  return {
    rules: () => current,
    async countryOf({ ip, header }) {
      const headerCountry = countryHeader === undefined ? undefined : header?.(countryHeader)?.toUpperCase();
      if (headerCountry !== undefined && isCountry(headerCountry)) return headerCountry;
      // An unreadable country database must not refuse orders
      return await lookup.countryOf(ip).catch((error: unknown) => {
        log.warn({ error }, 'country_lookup_failed');
        return null;
      });
    },
    refresh,
    ...keepFresh(deps, COUNTRY_RULES_CHANNEL, refresh),
  };
}
