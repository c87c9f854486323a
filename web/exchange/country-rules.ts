import { call } from '#contract/call.ts';
import { CountryAnswer, CountrySettings, listCountries } from '#contract/public/countries.ts';
import { type CountryRules, excludedIn } from '#core/country/country-rules.ts';
import { recentResponses } from '#core/pricing/recent-responses.ts';
import type { Locale } from '#core/locale.ts';
import { apiAddress } from '#web/api/api-address.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import type { Pair } from '#web/catalogue/systems.ts';

const TIMEOUT_MS = 10_000;
const CACHE_KEY = 'visitor';

/** Country of the visitor and the currencies excluded there. */
export interface Restrictions {
  /** ISO code; null: unknown. */
  readonly country: string | null;
  readonly excluded: ReadonlySet<string>;
}

/** Whether a failed response is a JSON:API error: then the country is unknown (spec 4). Other failures are thrown. */
async function isApiError(response: Response): Promise<boolean> {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === 'object' && body !== null && 'errors' in body && Array.isArray(body.errors);
}

async function fetchCountry(): Promise<string | null> {
  const serviceUrl = document.querySelector<HTMLMetaElement>('meta[name="country-service"]')?.content;
  const response = await fetch(serviceUrl ?? apiAddress('/geo/country'), { credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.ok) return CountryAnswer.parse(await response.json()).country?.toUpperCase() ?? null;
  if (await isApiError(response)) return null;
  throw new Error(`the country service answered ${response.status}`);
}

async function fetchRules(): Promise<CountryRules> {
  const response = await fetch(apiAddress('/uploads/cs.json'), { credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`the country settings answered ${response.status}`);
  const { version, excluded } = CountrySettings.parse(await response.json());
  return { version, everywhere: excluded.global, byCountry: excluded.by_country };
}

const cache = recentResponses<Restrictions>();
let pendingRestrictions: Promise<Restrictions> | undefined;

let pendingCountry: Promise<string | null> | undefined;

/** Requested once (spec 3); again after a failure. */
const getCountry = (): Promise<string | null> =>
  (pendingCountry ??= fetchCountry().catch((error: unknown) => {
    pendingCountry = undefined;
    throw error;
  }));

async function fetchRestrictions(): Promise<Restrictions> {
  const [country, rules] = await Promise.all([getCountry(), fetchRules()]);
  return { country, excluded: excludedIn(rules, country) };
}

/** Country and the union of both exclusion lists (spec 7), cached for five minutes (spec 9). */
export async function getRestrictions(): Promise<Restrictions> {
  const cached = cache.find(CACHE_KEY, Date.now());
  if (cached !== undefined) return cached;
  pendingRestrictions ??= fetchRestrictions().finally(() => {
    pendingRestrictions = undefined;
  });
  const restrictions = await pendingRestrictions;
  cache.store(CACHE_KEY, restrictions, Date.now());
  return restrictions;
}

/** Whether the direction's settings exclude a country; false without a response. */
export async function isDirectionDenied(locale: Locale, { from, to }: Pair, code: string): Promise<boolean> {
  const query = { income_payment_system_id: from.id, outcome_payment_system_id: to.id, code };
  const response = await call(listCountries, { query }, browserTransport(locale));
  return response.ok && response.data[0]?.attributes.reason === 'direction_denied';
}
