import { sql } from '#server/platform/db/db.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Live } from '#server/platform/live.ts';
import { NO_FILE_FLAGS } from '#core/payment-system/direction-rules.ts';
import type * as pricing from '#core/pricing/direction-price.ts';
import { DEFAULT_SETTINGS } from '#server/rates/rate-file.ts';
import { makeDirection } from '#tests/make/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { makeSnapshot, PRICED_AT } from '#tests/make/rates.ts';
import { DEMO_PAYMENT_SYSTEMS, demoDirections, seedDemoCatalogue } from './demo.ts';
import { loadCatalogue, type LoadedCatalogue, useEvmRail } from './load-catalogue.ts';
import { addMissingDirections } from './store.ts';

const UNMEASURED = { of: () => null, slowOf: () => null };

/** Price board and rate file in fresh modules, with pricing replaced by a counting wrapper. */
async function countedPricing() {
  vi.resetModules();
  vi.doMock('#core/pricing/direction-price.ts', async (original) => {
    const real = await original<typeof pricing>();
    return { ...real, priceAt: vi.fn(real.priceAt) };
  });
  const { priceAt } = await import('#core/pricing/direction-price.ts');
  const { createPriceBoard } = await import('#server/rates/price-board.ts');
  const { createRateLines } = await import('#server/rates/rate-lines.ts');
  vi.doUnmock('#core/pricing/direction-price.ts');
  vi.resetModules();
  return { priced: vi.mocked(priceAt), createPriceBoard, createRateLines };
}

let database: TestDatabase;
const loaded: LoadedCatalogue[] = [];
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };

/** Notifies subscribers in this process at once, without the database. */
function makeLive(): Live & { say(channel: string): void; reconnect(): void } {
  const listeners = new Map<string, (payload: string) => void>();
  let onReconnect = (): void => undefined;
  return {
    notify: async () => undefined,
    hint: () => undefined,
    subscribe(channel, listener) {
      listeners.set(channel, listener);
      return () => listeners.delete(channel);
    },
    onReconnect(listener) {
      onReconnect = listener;
      return () => undefined;
    },
    start: async () => undefined,
    stop: async () => undefined,
    say: (channel) => listeners.get(channel)?.(''),
    reconnect: () => onReconnect(),
  };
}

async function load() {
  const live = makeLive();
  const catalogue = await loadCatalogue({ db: database.db, live, log });
  loaded.push(catalogue);
  return { catalogue, live };
}

const changeOf = (catalogue: LoadedCatalogue, wanted: 'catalogue' | 'reserves'): Promise<void> =>
  new Promise((resolve) => {
    const end = catalogue.onChange((changed) => {
      if (changed !== wanted) return;
      end();
      resolve();
    });
  });

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.tx(seedDemoCatalogue);
});
afterEach(async () => {
  for (const catalogue of loaded.splice(0)) await catalogue.stop();
});
afterAll(async () => database.drop());

describe('the seed', () => {
  test('is read from the database as written', async () => {
    const { catalogue } = await load();
    expect(catalogue.paymentSystems()).toEqual(DEMO_PAYMENT_SYSTEMS);
    const byPair = (a: { incomeCode: string; outcomeCode: string }, b: typeof a) =>
      a.incomeCode + a.outcomeCode < b.incomeCode + b.outcomeCode ? -1 : 1;
    expect([...catalogue.directions()].sort(byPair)).toEqual([...demoDirections(DEMO_PAYMENT_SYSTEMS)].sort(byPair));
    expect(catalogue.paymentSystem('USDTBEP20')?.scale).toBe(18);
    expect(catalogue.paymentSystem('NOPE')).toBeUndefined();
    expect(catalogue.direction('BTC', 'SBERRUB')?.outcomeCode).toBe('SBERRUB');
    expect(catalogue.direction('BTC', 'BTC')).toBeUndefined();
  });

  test('a direction with all members is read as written', async () => {
    const all = makeDirection({
      incomeCode: 'ETH',
      outcomeCode: 'LTC',
      marginPpm: -100_000,
      marginByReserve: [{ belowReserve: 10n ** 20n, addPpm: 5_000 }],
      marginByHour: [{ fromMinute: 1_380, toMinute: 420, days: [6, 7], addPpm: -2_500 }],
      monitorRule: { place: 3, leastMarginPpm: -1_000, mostMarginPpm: null },
      verification: { rule: 'above', incomeAmount: 10n ** 18n },
      conditions: { ru: 'Только с карты на карту', en: 'From card to card only' },
      workHours: [{ fromMinute: 540, toMinute: 1_260, days: null }],
      fileFlags: { ...NO_FILE_FLAGS, juridical: true, city: 'MSK' },
    });
    await database.db.tx(async (tx) => {
      await tx.run(sql`delete from directions where income_code = 'ETH' and outcome_code = 'LTC'`);
      await addMissingDirections(tx, [all]);
    });
    const { catalogue } = await load();
    expect(catalogue.direction('ETH', 'LTC')).toEqual(all);
    await database.db.run(sql`delete from directions where income_code = 'ETH' and outcome_code = 'LTC'`);
    await database.db.tx(seedDemoCatalogue);
  });

  test('a second run adds nothing and keeps an operator’s change', async () => {
    await database.db.run(sql`update payment_systems set min_amount = 700, max_amount = 123456700 where code = 'DOGE'`);
    await database.db.run(sql`delete from directions where income_code = 'DOGE' and outcome_code = 'BTC'`);
    expect(await database.db.tx(seedDemoCatalogue)).toEqual({ paymentSystems: 0, directions: 1 });
    const { catalogue } = await load();
    expect(catalogue.paymentSystem('DOGE')?.maxAmount).toBe(123_456_700n);
  });
});

describe('in memory', () => {
  test('a change is loaded on notification, and all listeners are called', async () => {
    const { catalogue, live } = await load();
    const before = catalogue.paymentSystems();
    const changed = changeOf(catalogue, 'catalogue');
    await database.db.run(sql`update payment_systems set income_enabled = false where code = 'XMR'`);
    expect(catalogue.paymentSystem('XMR')?.incomeEnabled).toBe(true);
    live.say('catalogue_changed');
    await changed;
    expect(catalogue.paymentSystem('XMR')?.incomeEnabled).toBe(false);
    expect(catalogue.paymentSystems()).not.toBe(before);
  });

  test('only the edited direction is priced again for quotes, and once for both rate files; an unchanged write prices nothing', async () => {
    const { catalogue, live } = await load();
    const symbols = [...new Set(catalogue.paymentSystems().map(({ marketSymbol }) => marketSymbol))];
    const snapshot = await makeSnapshot({ takenAt: PRICED_AT, symbols });
    const { priced, createPriceBoard, createRateLines } = await countedPricing();
    const board = createPriceBoard({ catalogue, rates: { current: () => snapshot } });
    const file = createRateLines(catalogue);
    const work = () => {
      priced.mockClear();
      for (const { incomeCode, outcomeCode } of catalogue.directions()) board.priceEvenIfClosed(incomeCode, outcomeCode, 0);
      const quoted = priced.mock.calls.length;
      file.advance({ snapshot, settings: DEFAULT_SETTINGS, times: UNMEASURED, withJson: true }, Number.POSITIVE_INFINITY);
      return { quoted, written: priced.mock.calls.length - quoted };
    };
    const after = async (statement: ReturnType<typeof sql>) => {
      const changed = changeOf(catalogue, 'catalogue');
      await database.db.run(statement);
      live.say('catalogue_changed');
      await changed;
      return work();
    };
    const all = catalogue.directions().length;
    expect(work().quoted).toBe(all);
    expect(await after(sql`update directions set margin_ppm = 31000 where income_code = 'BTC' and outcome_code = 'SBERRUB'`)).toEqual({
      quoted: 1,
      written: 1,
    });
    expect(catalogue.direction('BTC', 'SBERRUB')?.marginPpm).toBe(31_000);
    expect(await after(sql`update directions set margin_ppm = margin_ppm`)).toEqual({ quoted: 0, written: 0 });
    const ofOneSystem = await after(sql`update payment_systems set max_amount = max_amount - 100 where code = 'SBERRUB'`);
    expect(ofOneSystem.quoted).toBe(catalogue.directions().filter((one) => [one.incomeCode, one.outcomeCode].includes('SBERRUB')).length);
    expect(ofOneSystem.written).toBeLessThanOrEqual(ofOneSystem.quoted);
  });

  test('everything is reloaded after a reconnect', async () => {
    const { catalogue, live } = await load();
    await database.db.run(sql`update directions set enabled = false where income_code = 'SOL' and outcome_code = 'BTC'`);
    const changed = changeOf(catalogue, 'catalogue');
    live.reconnect();
    await changed;
    expect(catalogue.direction('SOL', 'BTC')?.enabled).toBe(false);
  });

  test('a reserve is posted less held less buffer, never below zero, zero where nothing was posted', async () => {
    const { catalogue, live } = await load();
    expect(catalogue.reserve('SBERRUB')).toBe(0n);
    expect(catalogue.reserve('NOPE')).toBe(0n);
    await database.db.run(sql`insert into reserves (wallet, posted, held) values ('SBERRUB', 100000, 30000), ('BTC', 500, 900)`);
    await database.db.run(sql`update payment_systems set reserve_buffer = 5000 where code = 'SBERRUB'`);
    const changed = changeOf(catalogue, 'reserves');
    live.say('reserves_changed');
    await changed;
    expect(catalogue.reserve('SBERRUB')).toBe(70_000n);
    expect(catalogue.reserve('BTC')).toBe(0n);
    await catalogue.refresh();
    expect(catalogue.reserve('SBERRUB')).toBe(65_000n);
  });

  test('reserves are reloaded without notification', async () => {
    const { catalogue } = await load();
    const changed = changeOf(catalogue, 'reserves');
    await database.db.run(sql`insert into reserves (wallet, posted) values ('TRX', 42)`);
    await changed;
    expect(catalogue.reserve('TRX')).toBe(42n);
  });

  test('an invalid row keeps the last loaded catalogue and logs a warning', async () => {
    const { catalogue, live } = await load();
    log.warn.mockClear();
    await database.db.run(sql`update payment_systems set outcome_fields = '[{"key": "x"}]' where code = 'LTC'`);
    live.say('catalogue_changed');
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalled());
    expect(catalogue.paymentSystem('LTC')?.outcomeFields[0]?.key).toBe('address');
    await database.db.run(sql`update payment_systems set outcome_fields = '[]' where code = 'LTC'`);
    // The failed reload is repeated without another notification
    await changeOf(catalogue, 'catalogue');
    expect(catalogue.paymentSystem('LTC')?.outcomeFields).toEqual([]);
  });
});

test('the coin and tokens of a chain are set to the evm rail', async () => {
  const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
  const handed = await database.db.tx((tx) =>
    useEvmRail(tx, { chainId: 31_337, coin: 'ETH', contracts: { USDTERC20: contract, NOPE: contract } }),
  );
  expect(handed).toEqual(['ETH', 'USDTERC20']);
  const { catalogue } = await load();
  expect(catalogue.paymentSystem('USDTERC20')).toMatchObject({ rail: 'evm', railSettings: { chain_id: '31337', contract } });
  expect(catalogue.paymentSystem('ETH')).toMatchObject({ rail: 'evm', railSettings: { chain_id: '31337' } });
  expect(catalogue.paymentSystem('BTC')?.rail).toBe('sandbox');
  await expect(database.db.tx((tx) => useEvmRail(tx, { chainId: 1, coin: 'ETH', contracts: { USDTERC20: 'nonsense' } }))).rejects.toThrow(
    'USDTERC20',
  );
});
