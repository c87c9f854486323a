import { DEFAULT_PAYOUT_LIMITS } from '#core/payout/payout-limits.ts';
import { ONE, type Fraction } from '#core/money/fraction.ts';
import { NO_CONDITIONS, type PriceConditions } from '#core/pricing/price-terms.ts';
import { BASE_SYMBOL } from '#core/pricing/reading.ts';
import type { Slot } from '#core/slots/slot.ts';
import type { CurrentLimits } from '#server/limits/limits.ts';
import { createSource } from '#server/adapters/rate-sources/index.ts';
import { NO_COUNTRY_RULES } from '#core/country/country-rules.ts';
import type { Countries } from '#server/countries/countries.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';
import type { Db, Sql } from '#server/platform/db/db.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { conditionsToJson, pricesToJson, type Snapshot } from '#server/market/snapshot.ts';
import { createRates } from '#server/rates/create-rates.ts';
import type { Quotes } from '#server/rates/quotes.ts';
import { defaultSettings, type Shop } from '#server/shop/shop.ts';
import { makeCatalogue } from './catalogue.ts';

/** Time of the test prices. */
export const PRICED_AT = 1_800_000_000_000;

/** Market prices of the demo source at one moment. */
export async function makeSnapshot(overrides: {
  readonly takenAt: number;
  readonly symbols: readonly string[];
  readonly id?: string;
  readonly conditions?: Partial<PriceConditions>;
}): Promise<Snapshot> {
  const prices = await createSource({ name: 'demo', url: undefined }).read(new Set(overrides.symbols), overrides.takenAt);
  return {
    id: overrides.id ?? '00000000-0000-4000-8000-000000000001',
    takenAt: overrides.takenAt,
    isDemo: true,
    conditions: { ...NO_CONDITIONS, ...overrides.conditions },
    prices: new Map<string, Fraction>([...(prices ?? []).map(({ base, bid }) => [base, bid] as const), [BASE_SYMBOL, ONE]]),
  };
}

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const deafLive = {
  notify: async () => undefined,
  hint: () => undefined,
  subscribe: () => () => undefined,
  onReconnect: () => () => undefined,
  start: async () => undefined,
  stop: async () => undefined,
};

const slotRow = (slot: Slot) => ({
  id: slot.id,
  income_code: slot.incomeCode,
  outcome_code: slot.outcomeCode,
  kind: slot.kind,
  outcome_amount: slot.outcomeAmount?.toString() ?? null,
  min_outcome_amount: slot.minOutcomeAmount?.toString() ?? null,
  max_outcome_amount: slot.maxOutcomeAmount?.toString() ?? null,
  premium_ppm: slot.premiumPpm,
  eta_minutes: slot.etaMinutes,
  created_at: new Date(slot.createdAt),
});

export interface TestRates {
  /** One snapshot and the given slots. */
  readonly db: Db;
  readonly catalogue: Catalogue;
  readonly quotes: Quotes;
  readonly clock: { now: () => number };
  /** No country is excluded or known. */
  readonly countries: Countries;
  /** Default refund fees: none. */
  readonly shop: Shop;
  /** Defaults of a new shop. */
  readonly limits: CurrentLimits;
  /** Sets the clock. */
  setTime(now: number): void;
}

/** The product's rates without a database: demo prices of `PRICED_AT` and a fixed clock. */
export async function makeRates(
  overrides: {
    readonly catalogue?: Catalogue;
    readonly symbols?: readonly string[];
    readonly slots?: readonly Slot[];
    readonly conditions?: Partial<PriceConditions>;
  } = {},
): Promise<TestRates> {
  const catalogue = overrides.catalogue ?? makeCatalogue();
  const symbols = overrides.symbols ?? catalogue.paymentSystems().map((system) => system.marketSymbol);
  const snapshot = await makeSnapshot({ takenAt: PRICED_AT, symbols: [...new Set(symbols)], conditions: overrides.conditions ?? {} });
  const row = {
    id: snapshot.id,
    taken_at: new Date(PRICED_AT),
    is_demo: true,
    conditions: JSON.parse(conditionsToJson(snapshot.conditions)) as unknown,
    prices: JSON.parse(pricesToJson(new Map(Array.from(snapshot.prices, ([symbol, usd]) => [symbol, { usd }])))) as unknown,
  };
  const many = async (_row: unknown, { text }: Sql) => (text.includes('symbol_rules') ? [] : (overrides.slots ?? []).map(slotRow));
  const db = { maybe: async () => row, many } as unknown as Db;
  let now = PRICED_AT;
  const clock = { now: () => now };
  const rates = createRates({
    db,
    clock,
    random: systemRandom,
    secrets: createSecrets('a test secret of no worth'),
    live: deafLive,
    log: silent,
    catalogue,
  });
  await rates.start();
  rates.stop();
  const first = defaultSettings((_locale, key) => key);
  const shop: Shop = { of: (section) => first[section] };
  const countries: Countries = { rules: () => NO_COUNTRY_RULES, countryOf: async () => null };
  const limits: CurrentLimits = { current: () => DEFAULT_PAYOUT_LIMITS };
  return { db, catalogue, quotes: rates.quotes, clock, countries, shop, limits, setTime: (at) => void (now = at) };
}
