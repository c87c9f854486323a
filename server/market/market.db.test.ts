import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fraction, type Fraction } from '#core/money/fraction.ts';
import { NO_CONDITIONS } from '#core/pricing/price-terms.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { RateSource } from '#server/adapters/rate-sources/port.ts';
import { rateSources } from '#server/adapters/rate-sources/index.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import type { Live } from '#server/platform/live.ts';
import { createLive } from '#server/platform/live-postgres.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { createRates } from '#server/rates/create-rates.ts';
import { addMissingPaymentSystems } from '#server/payment-systems/store.ts';
import { makeCatalogue, makePaymentSystem } from '#tests/make/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { as } from '#tests/make/rows.ts';
import { unpackEvidence } from './evidence.ts';
import { deleteUnusedSnapshots, findNewestEvidence, findNewestSnapshot } from './queries.ts';
import { createMarket, type Market } from './run-market.ts';
import { tradedSymbols } from './take-prices.ts';
import { isQuotedByOrder } from '#server/orders/jobs.ts';

const logged: { event: string; fields: Readonly<Record<string, unknown>> }[] = [];
const note = (fields: Readonly<Record<string, unknown>>, event: string) => void logged.push({ event, fields });
const log = { debug: () => undefined, info: () => undefined, warn: note, error: note };
const WAIT = { timeout: 10_000, interval: 10 };
const PAIR = { incomeCode: 'USDTTRC20', outcomeCode: 'SBERRUB' };

let database: TestDatabase;
let live: Live;
let markets: Market[] = [];
const state = { now: 1_800_000_000_000 };
const clock = { now: () => state.now };

beforeAll(async () => {
  database = await createTestDatabase({ connections: 20 });
  live = createLive({ url: database.url, log });
  await live.start();
});
beforeEach(() => {
  state.now += DAY_MS;
});
afterEach(async () => {
  for (const market of markets) await market.stop();
  markets = [];
  logged.length = 0;
  await database.adminDb.run(sql`delete from rate_snapshots`);
  await database.adminDb.run(sql`delete from market_lease`);
  await database.adminDb.run(sql`delete from incidents`);
});
afterAll(async () => {
  await live.stop();
  await database.drop();
});

/** A source with one dollar price for each symbol, dated by the test's clock at every read. */
function source(name: string, usdOf: (symbol: string) => Fraction | 'down'): RateSource {
  return {
    name,
    isDemo: false,
    kind: 'market',
    intervalMs: 20,
    deadlineMs: SECOND_MS,
    maxAgeMs: 9 * SECOND_MS,
    read: async (symbols, now) =>
      [...symbols].map((base) => {
        const usd = usdOf(base);
        if (usd === 'down') throw new Error('HTTP 500');
        return { base, quote: 'USD', bid: usd, ask: usd, volume: null, at: now };
      }),
  };
}

/** Time of the last successful answer by market and source; absent: no answer yet, or the last read failed. */
const answered = new Map<Market, Map<RateSource, number>>();

/** The same source with its answers recorded in `answered`. */
const recorded = (source: RateSource, answeredAt: Map<RateSource, number>): RateSource => ({
  ...source,
  async read(symbols, now) {
    answeredAt.delete(source);
    const quotes = await source.read(symbols, now);
    answeredAt.set(source, now);
    return quotes;
  },
});

function market(...sources: readonly RateSource[]): Market {
  const at = new Map<RateSource, number>();
  const byName = new Map(sources.map((rateSource) => [rateSource.name, rateSource]));
  const created = createMarket(
    { db: database.db, clock, random: systemRandom, log, live, catalogue: makeCatalogue(), conditionsAt: () => NO_CONDITIONS },
    {
      // Custom names: any are accepted
      environment: { names: sources.map(({ name }) => `${name}=http://${name}.test`), urls: {} },
      fallback: [],
      create: ({ name }) => recorded(byName.get(name) ?? source(name, () => 'down'), at),
    },
  );
  answered.set(created, at);
  markets.push(created);
  return created;
}

/** Advances the clock, waits until every source has answered since, then runs one turn. */
async function advance(subject: Market, ms: number): Promise<void> {
  state.now += ms;
  await sleep(60);
  // The timeout allows for a busy machine and for the back-off of a failing source
  const moments = () => [...(answered.get(subject)?.values() ?? [])];
  await vi.waitFor(() => expect(moments().filter((at) => at < state.now)).toEqual([]), { timeout: 20_000, interval: 5 });
  await setImmediate();
  await subject.turn();
}
const priceOf = async (symbol: string) => (await findNewestSnapshot(database.db))?.prices.get(symbol);
const openIncidents = () =>
  database.db.many(
    as<{ kind: string; subject: string }>(),
    sql`select kind, subject from incidents where closed_at is null order by kind, subject`,
  );

describe('taking market prices', () => {
  it('stores prices with their evidence and notifies every process', async () => {
    const rates = createRates({
      db: database.db,
      clock,
      random: systemRandom,
      secrets: createSecrets('a test secret of no worth'),
      live,
      log,
      catalogue: makeCatalogue(),
    });
    await rates.start();
    expect(rates.quotes.snapshot()).toBeUndefined();
    const demo = { ...rateSources.demo({ name: 'demo', url: undefined }), name: 'invented' };
    await market(demo).begin();
    await vi.waitFor(() => expect(rates.quotes.snapshot()).toMatchObject({ takenAt: state.now, isDemo: true }), WAIT);
    const made = await rates.quotes.calculate(database.db, { ...PAIR, side: 'income', amount: 500_000_000n });
    expect(made.ok && made.value.snapshotId).toBe(rates.quotes.snapshot()?.id);
    const stored = await findNewestEvidence(database.db);
    expect(stored?.id).toBe(rates.quotes.snapshot()?.id);
    expect(unpackEvidence(stored?.evidence ?? Buffer.alloc(0))['BTC']).toMatchObject({
      origin: 'markets',
      said: [{ source: 'invented', path: ['BTC/USD'], at: state.now, dropped: null }],
    });
    rates.stop();
  });

  it('one process takes prices until its lease expires or is released', async () => {
    const fine = source('fine', () => fraction(2n, 1n));
    const [first, second] = [market(fine), market(fine)];
    await Promise.all([first.begin(), second.begin()]);
    await Promise.all([first.turn(), second.turn()]);
    expect(
      await database.db.one(AnyRow, sql`select count(*)::int as count, count(distinct taken_at)::int as moments from rate_snapshots`),
    ).toEqual({ count: 1, moments: 1 });
    // The leader stops renewing its lease
    await database.db.run(sql`update market_lease set holder = gen_random_uuid()`);
    state.now += 6 * SECOND_MS;
    await second.turn();
    await advance(second, 10 * SECOND_MS);
    expect((await findNewestSnapshot(database.db))?.takenAt).toBe(state.now);
    await second.stop();
    expect(await database.db.many(AnyRow, sql`select 1 from market_lease`)).toEqual([]);
  });

  it('opens no incident for a missing price that only drafts and disabled systems need', () => {
    const paymentSystems = [
      makePaymentSystem({ code: 'SBERRUB' }),
      makePaymentSystem({ code: 'KSPBKZT', marketSymbol: 'KZT', stage: 'draft' }),
      makePaymentSystem({ code: 'MONOBUAH', marketSymbol: 'UAH', incomeEnabled: false, outcomeEnabled: false }),
    ];
    expect([...tradedSymbols({ catalogue: makeCatalogue({ paymentSystems, directions: [] }) })]).toEqual(['RUB']);
  });

  it('drops a price with too few sources within ten seconds, with one incident that closes automatically', async () => {
    let isDown = false;
    const fine = source('fine', () => fraction(2n, 1n));
    const shaky = source('shaky', () => (isDown ? 'down' : fraction(2n, 1n)));
    const one = market(fine, shaky);
    await one.begin();
    expect(await priceOf('BTC')).toEqual(fraction(2n, 1n));
    isDown = true;
    await advance(one, 5 * SECOND_MS);
    expect(await priceOf('BTC')).toEqual(fraction(2n, 1n));
    await advance(one, 5 * SECOND_MS);
    expect(await priceOf('BTC')).toBeUndefined();
    const raised = await openIncidents();
    expect(raised.map(({ kind }) => kind)).toContain('price_missing');
    await advance(one, SECOND_MS);
    expect(logged.filter(({ event, fields }) => event === 'incident' && fields['subject'] === 'BTC')).toHaveLength(1);
    await vi.waitFor(async () => {
      await advance(one, 30 * SECOND_MS);
      expect(await openIncidents()).toContainEqual({ kind: 'rate_source_lost', subject: 'shaky' });
    }, WAIT);
    isDown = false;
    await vi.waitFor(async () => {
      await advance(one, SECOND_MS);
      expect(await openIncidents()).toEqual([]);
    }, WAIT);
    expect(await priceOf('BTC')).toEqual(fraction(2n, 1n));
  });

  it('does not publish a jump, even after a restart, until its level has been confirmed for the window', async () => {
    let usd = fraction(100n, 1n);
    const moving = source('moving', () => usd);
    const first = market(moving);
    await first.begin();
    usd = fraction(150n, 1n);
    await advance(first, 3 * SECOND_MS);
    expect(await priceOf('BTC')).toBeUndefined();
    await first.stop();
    const next = market(moving);
    await next.begin();
    await advance(next, 3 * SECOND_MS);
    expect(await priceOf('BTC')).toBeUndefined();
    expect(unpackEvidence((await findNewestEvidence(database.db))?.evidence ?? Buffer.alloc(0))['BTC']).toMatchObject({
      reason: 'jump',
      level: '150',
    });
    usd = fraction(151n, 1n);
    await advance(next, 5 * MINUTE_MS);
    expect(await priceOf('BTC')).toEqual(usd);
  });

  it('publishes unchanged prices again before they count as old, and not more often', async () => {
    const one = market(source('calm', () => fraction(2n, 1n)));
    await one.begin();
    for (let i = 0; i < 12; i += 1) await advance(one, SECOND_MS);
    expect(await database.db.one(AnyRow, sql`select count(*)::int as count from rate_snapshots`)).toEqual({ count: 2 });
  });

  it('does not use a market whose quotes have not changed for an hour', async () => {
    const one = market(source('frozen', () => fraction(2n, 1n)));
    await one.begin();
    await advance(one, 59 * MINUTE_MS);
    expect(await priceOf('BTC')).toBeDefined();
    await advance(one, 2 * MINUTE_MS);
    expect(await priceOf('BTC')).toBeUndefined();
  });

  it('deletes old snapshots unless an order refers to them or they are the newest', async () => {
    await database.db.tx((tx) =>
      addMissingPaymentSystems(tx, [
        makePaymentSystem({ code: 'USDTTRC20', asset: 'USDT.TRC20', scale: 6 }),
        makePaymentSystem({ code: 'SBERRUB' }),
      ]),
    );
    const ids = [systemRandom.uuid(), systemRandom.uuid(), systemRandom.uuid()];
    const ages = [4 * DAY_MS, 5 * DAY_MS, 4 * DAY_MS - 1];
    for (const [i, id] of ids.entries()) {
      await database.db.run(
        sql`insert into rate_snapshots (id, taken_at, is_demo, prices) values (${id}, ${new Date(state.now - (ages[i] ?? 0))}, true, '{}')`,
      );
    }
    await database.db.run(
      sql`insert into orders (id, status, email, locale, income_code, outcome_code, income_wallet, outcome_wallet, income_amount,
        outcome_amount, quote, rate_type, income_requisites_sealed,
          income_requisites_masked, outcome_requisites_sealed, outcome_requisites_masked, outcome_fingerprint, created_at,
            status_changed_at)
        values ('order', 'completed', 'a@b.c', 'ru', 'USDTTRC20', 'SBERRUB', 'USDTTRC20', 'SBERRUB', 1, 1,
          ${JSON.stringify({ snapshot_id: ids[0] })}, 'fixed', '', '{}', '', '{}', '', now(), now())`,
    );
    expect(await deleteUnusedSnapshots(database.db, { before: state.now - 3 * DAY_MS, limit: 100, isUsed: isQuotedByOrder })).toBe(1);
    const storedRows = await database.db.many(as<{ id: string }>(), sql`select id from rate_snapshots`);
    expect(new Set(storedRows.map((row) => row.id))).toEqual(new Set([ids[0], ids[2]]));
  });
});
