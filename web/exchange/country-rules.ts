import { call } from '#contract/call.ts';
import { CountryAnswer, CountrySettings, listCountries } from '#contract/countries.ts';
import { type CountryRules, excludedIn } from '#core/country-rules.ts';
import { recentAnswers } from '#core/recent-answers.ts';
import type { Locale } from '#core/locale.ts';
import { apiAddress } from '#web/api/api-address.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import type { Pair } from './systems.ts';

const LATEST_MS = 10_000;
const OWN = 'own';

/** What is not exchanged where this visitor is. */
export interface Place {
  /** Null: nobody knows. */
  readonly country: string | null;
  readonly excluded: ReadonlySet<string>;
}

/** A failure that speaks JSON:API is the service's own word: the country is unknown (spec 4). Any other is passed on. */
async function isApiError(answer: Response): Promise<boolean> {
  const body: unknown = await answer.json().catch(() => null);
  return typeof body === 'object' && body !== null && 'errors' in body && Array.isArray(body.errors);
}

async function askCountry(): Promise<string | null> {
  const elsewhere = document.querySelector<HTMLMetaElement>('meta[name="country-service"]')?.content;
  const answer = await fetch(elsewhere ?? apiAddress('/geo/country'), { credentials: 'omit', signal: AbortSignal.timeout(LATEST_MS) });
  if (answer.ok) return CountryAnswer.parse(await answer.json()).country?.toUpperCase() ?? null;
  if (await isApiError(answer)) return null;
  throw new Error(`the service of countries answered ${answer.status}`);
}

async function askRules(): Promise<CountryRules> {
  const answer = await fetch(apiAddress('/uploads/cs.json'), { credentials: 'omit', signal: AbortSignal.timeout(LATEST_MS) });
  if (!answer.ok) throw new Error(`the country settings answered ${answer.status}`);
  const { version, excluded } = CountrySettings.parse(await answer.json());
  return { version, everywhere: excluded.global, byCountry: excluded.by_country };
}

const recent = recentAnswers<Place>();
let asking: Promise<Place> | undefined;

let country: Promise<string | null> | undefined;

/** Asked once and used again (spec 3); after a failure once more. */
const ownCountry = (): Promise<string | null> =>
  (country ??= askCountry().catch((error: unknown) => {
    country = undefined;
    throw error;
  }));

async function askPlace(): Promise<Place> {
  const [where, rules] = await Promise.all([ownCountry(), askRules()]);
  return { country: where, excluded: excludedIn(rules, where) };
}

/** Where the visitor is, and what is not exchanged there: the union of both lists (spec 7), read again after five minutes (spec 9). */
export async function findPlace(): Promise<Place> {
  const known = recent.find(OWN, Date.now());
  if (known !== undefined) return known;
  asking ??= askPlace().finally(() => {
    asking = undefined;
  });
  const place = await asking;
  recent.keep(OWN, place, Date.now());
  return place;
}

/** Whether a pair is closed to a country by the direction's own settings; nobody answers: it is not known to be. */
export async function isDenied(locale: Locale, { from, to }: Pair, code: string): Promise<boolean> {
  const query = { income_payment_system_id: from.id, outcome_payment_system_id: to.id, code };
  const answer = await call(listCountries, { query }, browserTransport(locale));
  return answer.ok && answer.data[0]?.attributes.reason === 'direction_denied';
}
