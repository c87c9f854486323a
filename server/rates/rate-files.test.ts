import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseAmount } from '#core/money/amount.ts';
import { stepOf } from '#core/money/decimals.ts';
import { fraction } from '#core/money/fraction.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { incomeFor, outcomeFor } from '#core/pricing/convert.ts';
import type { DirectionPrice } from '#core/pricing/direction-price.ts';
import { NO_CONDITIONS } from '#core/pricing/price-terms.ts';
import { price } from '#core/pricing/price.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';
import { NO_SWITCHES, makeCatalogue, makeDirection, makePaymentSystem, TEST_PAYMENT_SYSTEMS } from '#tests/make/catalogue.ts';
import { makeRates } from '#tests/make/rates.ts';
import { anyRichWorld, startingPrices } from '#tests/make/rich-directions.ts';
import { createPriceBoard } from './price-board.ts';
import { DEFAULT_SETTINGS, type RateFileSettings, type RateItem } from './rate-file.ts';
import { createRateFiles } from './rate-files.ts';
import type { Snapshot } from '#server/market/snapshot.ts';
import type { MeasuredTimes } from './payout-time.ts';

const SYMBOLS = [...new Set(TEST_PAYMENT_SYSTEMS.map((system) => system.marketSymbol))];
const SYSTEM_CODES = TEST_PAYMENT_SYSTEMS.map(({ code }) => code);
const START = await startingPrices();
const { quotes } = await makeRates();

const UNMEASURED: MeasuredTimes = { of: () => null, slowOf: () => null };

const systemOf = (code: string): PaymentSystem =>
  TEST_PAYMENT_SYSTEMS.find((system) => system.code === code) ?? makePaymentSystem({ code });
const anyWorld = anyRichWorld(START);

/** A process with a catalogue and a set of prices that can be changed under it. */
function process(given: {
  readonly catalogue: Catalogue;
  readonly snapshot: Snapshot;
  readonly settings?: RateFileSettings;
  readonly times?: MeasuredTimes;
}) {
  const now = { ...given };
  const catalogue: Catalogue = {
    paymentSystem: (code) => now.catalogue.paymentSystem(code),
    paymentSystems: () => now.catalogue.paymentSystems(),
    direction: (incomeCode, outcomeCode) => now.catalogue.direction(incomeCode, outcomeCode),
    directions: () => now.catalogue.directions(),
    closing: (incomeCode, outcomeCode) => now.catalogue.closing(incomeCode, outcomeCode),
    reserve: (code) => now.catalogue.reserve(code),
  };
  const files = createRateFiles({
    catalogue,
    quotes: { ...quotes, snapshot: () => now.snapshot, times: () => now.times ?? UNMEASURED },
    switches: NO_SWITCHES,
    rateFile: () => now.settings ?? DEFAULT_SETTINGS,
  });
  const board = createPriceBoard({ catalogue, rates: { current: () => now.snapshot } });
  return {
    now,
    board,
    xml: () => files.file('xml').bytes.toString(),
    tag: () => files.file('xml').tag,
    prepare: () => files.prepare(),
    items: () => (JSON.parse(files.file('json').bytes.toString()) as { rates: readonly RateItem[] }).rates,
  };
}

const minorOf = (text: string, code: string): bigint => {
  const parsed = parseAmount(text, systemOf(code));
  if (!parsed.ok) throw new Error(text);
  return parsed.minor;
};

/** What a reader of the file computes, in exact arithmetic over decimal strings. */
function promised(item: RateItem, income: bigint): bigint {
  const [from, to] = [systemOf(item.from), systemOf(item.to)];
  const out = BigInt(item.out.replace('.', ''));
  const base = 10n ** BigInt((item.out.split('.')[1] ?? '').length + from.scale);
  const fee = (text: string | null, code: string) => (text === null ? 0n : minorOf(text, code));
  const step = stepOf(to);
  const left = (income - fee(item.fromfee, item.from)) * out * 10n ** BigInt(to.scale) - fee(item.tofee, item.to) * base;
  return (left / (base * step)) * step;
}

describe('the rate file', () => {
  it('equals the quotes of every direction with every setting at minimum, middle and maximum, to the last digit (R27, G11)', () => {
    let compared = 0;
    fc.assert(
      fc.property(anyWorld, ({ directions, snapshot }) => {
        const catalogue = makeCatalogue({ directions });
        const one = process({ catalogue, snapshot });
        for (const row of one.items()) {
          const board = one.board.priceOf(row.from, row.to, 0);
          if (!board.ok) throw new Error(`${row.from}>${row.to} is in the file and closed`);
          const [least, most] = [minorOf(row.frommin, row.from), minorOf(row.frommax, row.from)];
          const step = stepOf(systemOf(row.from));
          for (const income of [least, ((least + most) / (2n * step)) * step, most]) {
            const quoted = price(board.value.price, { side: 'income', amount: income, reserve: catalogue.reserve(row.to), slot: null });
            expect(quoted.ok && quoted.value.outcomeAmount).toBe(promised(row, income));
            compared += 1;
          }
          expect([row.tomin, row.tomax].map((text) => minorOf(text, row.to))).toEqual([promised(row, least), promised(row, most)]);
        }
        expect(one.xml().match(/<item>/g)?.length ?? 0).toBe(one.items().length);
      }),
      { numRuns: 60 },
    );
    expect(compared).toBeGreaterThan(1_000);
  });

  it('updated step by step equals a file built at once, whatever changed', () => {
    const change = fc.oneof(
      fc.record({
        kind: fc.constant('prices' as const),
        symbols: fc.subarray(SYMBOLS),
        ppm: fc.bigInt({ min: 990_000n, max: 1_010_000n }),
      }),
      fc.record({
        kind: fc.constant('reserve' as const),
        code: fc.constantFrom(...TEST_PAYMENT_SYSTEMS.map(({ code }) => code)),
        times: fc.bigInt({ min: 0n, max: 30n }),
      }),
      fc.record({
        kind: fc.constant('direction' as const),
        at: fc.nat(19),
        marginPpm: fc.integer({ min: 0, max: 90_000 }),
        enabled: fc.boolean(),
      }),
      fc.record({ kind: fc.constant('system' as const), at: fc.nat(4), minAmount: fc.bigInt({ min: 1n, max: 10n ** 7n }) }),
      fc.record({ kind: fc.constant('conditions' as const), plain: fc.boolean() }),
      fc.record({
        kind: fc.constant('settings' as const),
        floating: fc.constantFrom<RateFileSettings['floating'][]>('marked', 'left_out'),
        oldLimits: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(anyWorld, fc.array(change, { minLength: 1, maxLength: 6 }), ({ directions, snapshot }, changes) => {
        let settings: RateFileSettings = DEFAULT_SETTINGS;
        let [systems, all, now] = [TEST_PAYMENT_SYSTEMS, directions, snapshot];
        let reserves: Record<string, bigint> = {};
        const long = process({ catalogue: makeCatalogue({ directions }), snapshot });
        long.xml();
        for (const [i, one] of changes.entries()) {
          if (one.kind === 'prices') {
            const moved = one.symbols.map(
              (symbol) =>
                [
                  symbol,
                  fraction((START.prices.get(symbol)?.num ?? 1n) * one.ppm, (START.prices.get(symbol)?.den ?? 1n) * 1_000_000n),
                ] as const,
            );
            now = { ...now, id: String(i), prices: new Map([...now.prices, ...moved]) };
          }
          if (one.kind === 'reserve') reserves = { ...reserves, [one.code]: systemOf(one.code).minAmount * one.times };
          if (one.kind === 'direction')
            all = all.map((direction, at) =>
              at === one.at ? { ...direction, marginPpm: one.marginPpm, enabled: one.enabled } : direction,
            );
          if (one.kind === 'system')
            systems = systems.map((system, at) => (at === one.at ? { ...system, minAmount: one.minAmount } : system));
          if (one.kind === 'conditions') now = { ...now, id: `c${i}`, conditions: one.plain ? NO_CONDITIONS : snapshot.conditions };
          if (one.kind === 'settings') settings = { floating: one.floating, oldLimits: one.oldLimits };
          const catalogue = makeCatalogue({ paymentSystems: systems, directions: all, reserves });
          Object.assign(long.now, { catalogue, snapshot: now, settings });
          const fresh = process({ catalogue, snapshot: now, settings });
          // In short turns, or at once
          if (i % 2 === 0) for (let turn = 0; turn < 100 && !long.prepare(); turn += 1);
          expect(long.xml()).toBe(fresh.xml());
          expect(long.tag()).toBe(fresh.tag());
          expect(long.items()).toEqual(fresh.items());
        }
      }),
      { numRuns: 60 },
    );
  });

  it('has no line of earlier prices after a fault', () => {
    const directions = SYSTEM_CODES.flatMap((incomeCode) =>
      SYSTEM_CODES.filter((code) => code !== incomeCode).map((outcomeCode) => makeDirection({ incomeCode, outcomeCode })),
    );
    const catalogue = makeCatalogue({ directions });
    const one = process({ catalogue, snapshot: START });
    one.xml();
    const unreadable = {
      den: 1n,
      get num(): bigint {
        throw new Error('unreadable');
      },
    };
    const moved = [...START.prices].map(([symbol, { num, den }]) => [symbol, fraction(num * 101n, den * 100n)] as const);
    for (const symbol of SYMBOLS) {
      const prices = new Map(moved.map(([name, usd]) => [name, name === symbol ? usd : (START.prices.get(name) ?? usd)] as const));
      const faulty = new Map([...prices, ['BTC', unreadable] as const]);
      Object.assign(one.now, { snapshot: { ...START, id: `faulty ${symbol}`, prices: faulty } });
      expect(() => one.xml()).toThrow('unreadable');
      const snapshot = { ...START, id: symbol, prices };
      Object.assign(one.now, { snapshot });
      expect(one.xml()).toBe(process({ catalogue, snapshot }).xml());
    }
  });

  it('and quotes are equal in all processes with the same prices, whatever reserve and hour each process reads', () => {
    fc.assert(
      fc.property(anyWorld, ({ directions, snapshot }) => {
        const [one, other] = [{}, { SBERRUB: 3n, BTC: 7n }].map((reserves) =>
          process({ catalogue: makeCatalogue({ directions, reserves }), snapshot: { ...snapshot } }),
        );
        for (const { incomeCode, outcomeCode } of directions) {
          const [a, b] = [one?.board.priceOf(incomeCode, outcomeCode, 0), other?.board.priceOf(incomeCode, outcomeCode, 0)];
          expect(a?.ok && a.value.price.bands).toEqual(b?.ok && b.value.price.bands);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is well formed: every item has every element of the format once, in order, with plain decimals', () => {
    const decimal = '(?:0|[1-9]\\d*)(?:\\.\\d*[1-9])?';
    const may = (name: string, text: string) => `(?:<${name}>${text}</${name}>)?`;
    const must = (name: string, text: string) => `<${name}>${text}</${name}>`;
    const marks = '(?:manual|juridical|verifying|cardverify|floating|otherin|otherout|reg|card2card)';
    const line = new RegExp(
      `^<item>${must('from', '[A-Z0-9]+')}${must('to', '[A-Z0-9]+')}${must('in', '1')}${['out', 'amount', 'frommin', 'frommax', 'tomin', 'tomax'].map((name) => must(name, decimal)).join('')}` +
        `${may('fromfee', decimal)}${may('tofee', decimal)}${may('delay', '[1-9]\\d*')}${may('city', '[A-Z]{2,8}')}${may('param', `${marks}(?:, ${marks})*`)}${must('minamount', decimal)}${must('maxamount', decimal)}</item>$`,
    );
    fc.assert(
      fc.property(anyWorld, ({ directions, snapshot }) => {
        const [head, remark, open, ...rest] = process({ catalogue: makeCatalogue({ directions }), snapshot })
          .xml()
          .split('\n');
        expect([head, remark, open, ...rest.slice(-2)]).toEqual([
          '<?xml version="1.0" encoding="UTF-8"?>',
          '<!-- demonstration: these prices are invented -->',
          '<rates>',
          '</rates>',
          '',
        ]);
        for (const item of rest.slice(0, -2)) expect(item).toMatch(line);
      }),
      { numRuns: 40 },
    );
  });
});

/** An XML item under the names and in the order of the JSON. */
function readXmlItem(xml: string): Record<string, unknown> {
  const elements = [...xml.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name = '', text = '']) => [name, text] as const);
  const { minamount: _min, maxamount: _max, param, ...item } = Object.fromEntries(elements);
  return { fromfee: null, tofee: null, delay: null, city: null, ...item, param: param?.split(', ') ?? [] };
}

test('both files have the same items, also when systems have none', () => {
  fc.assert(
    fc.property(anyWorld, fc.nat(4), ({ directions, snapshot }, closed) => {
      const open = directions.filter(({ incomeCode }) => incomeCode !== TEST_PAYMENT_SYSTEMS[closed]?.code);
      const disabled = directions.filter((one) => !open.includes(one)).map((one) => ({ ...one, enabled: false }));
      const one = process({ catalogue: makeCatalogue({ directions: [...disabled, ...open] }), snapshot });
      const xmlItems = (one.xml().match(/<item>.*<\/item>/g) ?? []).map(readXmlItem);
      expect(xmlItems).toEqual(one.items());
    }),
    { numRuns: 40 },
  );
});

describe('an item of the rate file', () => {
  const PAIR = { incomeCode: 'SBERRUB', outcomeCode: 'BTC' };
  const rows = (
    given: Partial<Direction>,
    more: { settings?: RateFileSettings; systems?: readonly PaymentSystem[]; conditions?: Partial<Snapshot['conditions']> } = {},
  ) =>
    process({
      catalogue: makeCatalogue({
        directions: [makeDirection({ ...PAIR, ...given })],
        paymentSystems: more.systems ?? TEST_PAYMENT_SYSTEMS,
      }),
      snapshot: { ...START, conditions: { ...NO_CONDITIONS, ...more.conditions } },
      ...(more.settings ? { settings: more.settings } : {}),
    });
  const flags = (given: Partial<Direction['fileFlags']>): Partial<Direction> => ({
    fileFlags: { ...makeDirection(PAIR).fileFlags, ...given },
  });

  test.each<[string, Partial<Direction>, readonly string[]]>([
    ['a floating rate', { rateType: 'floating' }, ['floating']],
    ['a card that must be verified', { verification: { rule: 'always' } }, ['cardverify']],
    ['a card that must be verified above a possible amount', { verification: { rule: 'above', incomeAmount: 1_000_000n } }, ['cardverify']],
    ['a card that must be verified above an impossible amount', { verification: { rule: 'above', incomeAmount: 50_000_000n } }, []],
    ['a coin that must be verified', { incomeCode: 'ETH', verification: { rule: 'always' } }, ['verifying']],
    [
      'flags of the owner',
      flags({ juridical: true, otherin: true, otherout: true, reg: true, card2card: true, verifying: true }),
      ['juridical', 'verifying', 'otherin', 'otherout', 'reg', 'card2card'],
    ],
    ['nothing special', {}, []],
  ])('carries the marks of %s', (_, given, param) =>
    expect(
      rows(given)
        .items()
        .map((row) => row.param),
    ).toEqual([param]),
  );

  it('is manual if people receive or pay', () => {
    const systems = TEST_PAYMENT_SYSTEMS.map((system) => (system.code === 'BTC' ? { ...system, rail: 'manual' } : system));
    expect(rows({ rateType: 'floating' }, { systems }).xml()).toContain('<param>manual, floating</param>');
  });

  it('has the delay of a slow payout, and the city', () => {
    expect(rows({ etaMinutes: 59 }).xml()).not.toContain('<delay>');
    expect(rows({ etaMinutes: 63, ...flags({ city: 'MSK' }) }).xml()).toContain('<delay>63</delay><city>MSK</city>');
  });

  it('has the measured 90th percentile as delay instead of the configured minutes', () => {
    const one = rows({ etaMinutes: 15, rateType: 'floating' });
    expect(one.xml()).not.toContain('<delay>');
    const slowOf: MeasuredTimes['slowOf'] = ({ kind, incomeCode }) => (kind === 'custom' && incomeCode === PAIR.incomeCode ? 95 : null);
    Object.assign(one.now, { times: { of: () => 12, slowOf } });
    expect(one.xml()).toContain('<delay>95</delay>');
    Object.assign(one.now, { times: { of: () => 12, slowOf: () => 12 } });
    expect(one.xml()).not.toContain('<delay>');
    expect(one.items()).toHaveLength(1);
  });

  it('is left out if the owner hides it, outside its hours, and if floating rates are left out', () => {
    expect(rows(flags({ hiddenFromFile: true })).items()).toEqual([]);
    const settings: RateFileSettings = { floating: 'left_out', oldLimits: false };
    expect(rows({ rateType: 'floating' }, { settings }).items()).toEqual([]);
    expect(rows({}, { settings }).xml()).not.toContain('minamount');
    const workHours = [{ fromMinute: 540, toMinute: 1_260, days: null }];
    const at = (minute: number) => rows({ workHours }, { conditions: { time: { weekday: 1, minute } } });
    expect([at(539).items().length, at(540).items().length, at(1_260).items().length]).toEqual([0, 1, 0]);
    expect(at(539).board.priceOf('SBERRUB', 'BTC', 0)).toMatchObject({ ok: false, refusals: [{ code: 'direction_unavailable' }] });
  });
});

test('no round trip or chain of three gains, zero gives zero, and more never gives less, in 100,000 cases (R11, G15)', () => {
  const worlds = fc.sample(anyWorld, { numRuns: 20, seed: 20_261_121 });
  const codes = TEST_PAYMENT_SYSTEMS.map(({ code }) => code);
  let [state, chains, gains] = [20_261_121, 0, 0];
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (const { directions, snapshot } of worlds) {
    const { board } = process({
      catalogue: makeCatalogue({ directions: directions.map((direction) => ({ ...direction, workHours: null })) }),
      snapshot,
    });
    const prices = new Map<string, DirectionPrice>();
    for (const { incomeCode, outcomeCode } of directions) {
      const found = board.priceOf(incomeCode, outcomeCode, 0);
      if (found.ok) prices.set(`${incomeCode}>${outcomeCode}`, found.value.price);
    }
    for (let i = 0; i < 6_500; i += 1) {
      const [a, b, c] = [codes[next(5)] ?? '', codes[next(5)] ?? '', codes[next(5)] ?? ''];
      const first = prices.get(`${a}>${b}`);
      if (!first) continue;
      const x = BigInt(next(10 ** (1 + next(9)))) * stepOf(first.income);
      const y = outcomeFor(first, x);
      if (outcomeFor(first, x + stepOf(first.income)) < y || (x === 0n && y !== 0n)) gains += 1;
      if (y > 0n && (incomeFor(first, y) > x || outcomeFor(first, incomeFor(first, y)) < y)) gains += 1;
      const [home, second, third] = [prices.get(`${b}>${a}`), prices.get(`${b}>${c}`), prices.get(`${c}>${a}`)];
      if (home && outcomeFor(home, y) > x) gains += 1;
      if (second && third && outcomeFor(third, outcomeFor(second, y)) > x) gains += 1;
      chains += 1;
    }
  }
  expect(gains).toBe(0);
  expect(chains).toBeGreaterThan(100_000);
});
