import { NO_REFUND_FEE } from '#core/order/refund-fee.ts';
import fastify from 'fastify';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateCalculationAttributes } from '#contract/public/rate-calculations.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { stepOf } from '#core/money/decimals.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { limitsOf } from '#core/pricing/limits.ts';
import { QUOTE_DISPLAY_MS } from '#core/order/quote.ts';
import type { Slot } from '#core/slots/slot.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { NO_SWITCHES, makeCatalogue, TEST_DIRECTIONS, TEST_PAYMENT_SYSTEMS } from '#tests/make/catalogue.ts';
import { makeRates, PRICED_AT } from '#tests/make/rates.ts';
import { makeRequisiteField } from '#tests/make/requisite-field.ts';
import { STALE_MS } from './price-board.ts';
import { presentRate } from './present.ts';
import type { RateItem } from './rate-file.ts';
import { createRateFiles, rateFiles } from './rate-files.ts';

const NOTHING_ASKED = { refundRule: NO_REFUND_FEE, needsReview: () => false };

const NOW = PRICED_AT;
const SYMBOLS = ['RUB', 'KZT', 'USDT', 'BTC', 'ETH'];

const makeSlot = (slot: Partial<Slot> & Pick<Slot, 'id' | 'kind'>): Slot => ({
  incomeCode: 'USDTTRC20',
  outcomeCode: 'SBERRUB',
  outcomeAmount: null,
  minOutcomeAmount: null,
  maxOutcomeAmount: null,
  premiumPpm: 0,
  etaMinutes: 5,
  createdAt: 0,
  ...slot,
});

const systemOf = (code: string): PaymentSystem => {
  const system = TEST_PAYMENT_SYSTEMS.find((one) => one.code === code);
  if (!system) throw new Error(code);
  return system;
};
const minorOf = (text: string, code: string): bigint => {
  const parsed = parseAmount(text, systemOf(code));
  if (!parsed.ok) throw new Error(text);
  return parsed.minor;
};
const PAIR = { incomeCode: 'SBERRUB', outcomeCode: 'USDTTRC20' };

describe('calculate', () => {
  it('makes a quote with an expiry and the id of its prices', async () => {
    const { db, quotes } = await makeRates();
    const made = await quotes.calculate(db, { ...PAIR, side: 'income', amount: 1_000_000n });
    expect(made).toMatchObject({
      ok: true,
      value: { ...PAIR, incomeAmount: 1_000_000n, isDemo: true, slotId: null, createdAt: NOW, expiresAt: NOW + QUOTE_DISPLAY_MS },
    });
  });

  it.each([
    [{ incomeCode: 'SBERRUB', outcomeCode: 'SBERRUB' }, 'outcome_payment_system_id'],
    [{ incomeCode: 'NOSUCH', outcomeCode: 'BTC' }, 'income_payment_system_id'],
    [{ incomeCode: 'BTC', outcomeCode: 'NOSUCH' }, 'outcome_payment_system_id'],
    [{ incomeCode: '__proto__', outcomeCode: 'constructor' }, 'income_payment_system_id'],
  ])('refuses %o at %s (R14)', async (pair, field) => {
    const { db, quotes } = await makeRates();
    expect(await quotes.calculate(db, { ...pair, side: 'income', amount: 1_000_000n })).toEqual({
      ok: false,
      refusals: [{ code: 'direction_unavailable', field }],
    });
    expect(quotes.firstSlot(pair)).toMatchObject({ ok: false });
  });

  it('refuses a disabled direction and a disabled side (R14)', async () => {
    const systems = TEST_PAYMENT_SYSTEMS.map((system) => ({
      ...system,
      incomeEnabled: system.code !== 'BTC',
      outcomeEnabled: system.code !== 'ETH',
    }));
    const directions = TEST_DIRECTIONS.map((one) => ({ ...one, enabled: one.outcomeCode !== 'USDTTRC20' }));
    const { db, quotes } = await makeRates({ catalogue: makeCatalogue({ paymentSystems: systems, directions }) });
    const ask = async (incomeCode: string, outcomeCode: string) => {
      const made = await quotes.calculate(db, { incomeCode, outcomeCode, side: 'income', amount: 1n });
      return made.ok ? 'ok' : made.refusals[0]?.field;
    };
    expect(await ask('BTC', 'SBERRUB')).toBe('income_payment_system_id');
    expect(await ask('SBERRUB', 'ETH')).toBe('outcome_payment_system_id');
    expect(await ask('SBERRUB', 'USDTTRC20')).toBe('outcome_payment_system_id');
    // Money that has already arrived is still counted.
    expect(quotes.recalculate({ ...PAIR, incomeAmount: 1_000_000n })?.outcomeAmount).toBeGreaterThan(0n);
  });

  it('has no rate if prices are stale or a symbol has no price (R26)', async () => {
    const { db, quotes, setTime } = await makeRates();
    setTime(NOW + STALE_MS + 1);
    expect(await quotes.calculate(db, { ...PAIR, side: 'income', amount: 1_000_000n })).toEqual({
      ok: false,
      refusals: [{ code: 'rate_unavailable' }],
    });
    expect(quotes.snapshot()).toBeUndefined();
    expect(quotes.recalculate({ ...PAIR, incomeAmount: 1_000_000n })).toBeUndefined();
    const without = await makeRates({ symbols: SYMBOLS.filter((symbol) => symbol !== 'BTC') });
    expect(await without.quotes.calculate(db, { incomeCode: 'SBERRUB', outcomeCode: 'BTC', side: 'income', amount: 1n })).toMatchObject({
      ok: false,
      refusals: [{ code: 'rate_unavailable' }],
    });
    expect(await without.quotes.calculate(db, { ...PAIR, side: 'income', amount: 1_000_000n })).toMatchObject({ ok: true });
  });

  it('recalculates received money by the same rule, also outside the limits', async () => {
    const { db, quotes } = await makeRates();
    const made = await quotes.calculate(db, { ...PAIR, side: 'income', amount: 1_000_000n });
    expect(made.ok && made.value).toEqual(quotes.recalculate({ ...PAIR, incomeAmount: 1_000_000n }));
    expect(quotes.recalculate({ ...PAIR, incomeAmount: 90_000n })?.incomeAmount).toBe(90_000n);
    expect(quotes.recalculate({ ...PAIR, incomeAmount: 1n })).toBeUndefined();
  });

  it('is presented as the contract defines', async () => {
    const { db, quotes } = await makeRates();
    const made = await quotes.calculation(db, { ...PAIR, side: 'income', amount: 1_000_000n, slots: 'none' });
    if (!made.ok) throw new Error('refused');
    const shown = presentRate(made.value, NOW, NOTHING_ASKED);
    expect(RateCalculationAttributes.parse(shown)).toEqual(shown);
    expect(shown).toMatchObject({ income_amount: '10000', rate_type: 'fixed', is_demo: true, expires_at: '2027-01-15T08:00:30.000Z' });
    expect(shown.deviation_percent).toMatch(/^-\d+\.\d{2,4}$/);
    expect(presentRate(quotes.calculationOf(made.value.quote) ?? made.value, NOW, NOTHING_ASKED)).toEqual(shown);
  });
});

describe('a required card verification', () => {
  it('is announced with the calculation, from the amount set in the direction', async () => {
    const verification = { rule: 'above', incomeAmount: 1_000_000n } as const;
    const directions = TEST_DIRECTIONS.map((one) => ({ ...one, verification }));
    const fields = [makeRequisiteField({ key: 'card', kind: 'card' })];
    const paymentSystems = TEST_PAYMENT_SYSTEMS.map((one) => (one.code === PAIR.incomeCode ? { ...one, incomeFields: fields } : one));
    const { db, quotes } = await makeRates({ catalogue: makeCatalogue({ directions, paymentSystems }) });
    const rateFor = async (amount: bigint) => {
      const made = await quotes.calculation(db, { ...PAIR, side: 'income', amount, slots: 'none' });
      return made.ok && presentRate(made.value, NOW, NOTHING_ASKED).asks_card;
    };
    expect([await rateFor(1_000_000n), await rateFor(1_000_100n)]).toEqual([false, true]);
  });
});

describe('the quote id', () => {
  it('contains the whole quote and is valid only with our signature', async () => {
    const { db, quotes } = await makeRates();
    for (const direction of TEST_DIRECTIONS) {
      const price = quotes.priceOf(direction);
      if (!price.ok) throw new Error('no price');
      const made = await quotes.calculate(db, {
        ...direction,
        side: 'income',
        amount: limitsOf(price.value, 10n ** 30n, null).minIncome * 3n,
      });
      if (!made.ok) throw new Error(`${direction.incomeCode} ${direction.outcomeCode} ${made.refusals[0]?.code}`);
      const id = quotes.idOf(made.value);
      expect(id.length).toBeLessThan(900);
      // The name of the key and its signature
      expect(id).toMatch(/^[\w-]+\.[\w-]{4}[\w-]{22}$/);
      expect(quotes.read(id)).toEqual(made.value);
    }
  });

  it('is refused if any part of it was changed', async () => {
    const { db, quotes } = await makeRates();
    const made = await quotes.calculate(db, { ...PAIR, side: 'income', amount: 1_000_000n });
    const id = made.ok ? quotes.idOf(made.value) : '';
    const [payload = '', signature = ''] = id.split('.');
    const dearer = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('1000000', '1000001')).toString('base64url');
    const others = [
      '',
      '.',
      'x',
      payload,
      `${payload}.`,
      `.${signature}`,
      `${dearer}.${signature}`,
      `${id}A`,
      id.toUpperCase(),
      `${payload}=.${signature}`,
      `${payload}.${signature.slice(1)}`,
    ];
    for (const other of others) expect(quotes.read(other)).toBeUndefined();
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => quotes.read(text) === undefined));
    const stranger = createSecrets('another secret');
    expect(stranger.verify('quote', payload, signature)).toBe(false);
  });
});

describe('slots', () => {
  const pair = { incomeCode: 'USDTTRC20', outcomeCode: 'SBERRUB' };
  const EXPRESS = '11111111-1111-4111-8111-111111111111';
  const ACCELERATED = '22222222-2222-4222-8222-222222222222';
  const slots = [
    makeSlot({ id: ACCELERATED, kind: 'accelerated', minOutcomeAmount: 1_000_000n, maxOutcomeAmount: 4_000_000n, premiumPpm: 1_000 }),
    makeSlot({ id: EXPRESS, kind: 'express', outcomeAmount: 5_000_000n, premiumPpm: 3_000, etaMinutes: 2 }),
  ];

  it('first_slot returns the best slot with both amounts, or null if there is none', async () => {
    const { quotes } = await makeRates({ slots });
    const first = quotes.firstSlot(pair);
    expect(first).toMatchObject({ ok: true, value: { quote: { slotId: EXPRESS, outcomeAmount: 5_000_000n }, etaMinutes: 2 } });
    expect((await makeRates()).quotes.firstSlot(pair)).toEqual({ ok: true, value: null });
  });

  it('first_slot skips a slot that the reserve cannot pay, and uses the minimum of a range', async () => {
    const { quotes } = await makeRates({ slots, catalogue: makeCatalogue({ reserves: { SBERRUB: 4_500_000n } }) });
    expect(quotes.firstSlot(pair)).toMatchObject({ ok: true, value: { quote: { slotId: ACCELERATED, outcomeAmount: 1_000_000n } } });
  });

  it('the income of an express slot buys exactly its amount, with the premium as a fee', async () => {
    const { db, quotes } = await makeRates({ slots });
    const first = quotes.firstSlot(pair);
    if (!(first.ok && first.value)) throw new Error('no slot');
    const { incomeAmount } = first.value.quote;
    const made = await quotes.calculate(db, { ...pair, side: 'income', amount: incomeAmount, slotId: EXPRESS });
    expect(made).toMatchObject({ ok: true, value: { incomeAmount, outcomeAmount: 5_000_000n, slotId: EXPRESS } });
    expect(made.ok && made.value.fees.map((fee) => fee.kind)).toContain('slot');
    const plain = await quotes.calculate(db, { ...pair, side: 'outcome', amount: 5_000_000n });
    expect(plain.ok && plain.value.incomeAmount < incomeAmount).toBe(true);
  });

  it('lists the slots near an amount: those that serve it with both amounts, others with their range', async () => {
    const { db, quotes } = await makeRates({ slots });
    const made = await quotes.calculation(db, { ...pair, side: 'outcome', amount: 2_000_000n, slots: 'near' });
    if (!made.ok) throw new Error('refused');
    const shown = presentRate(made.value, NOW, NOTHING_ASKED).slots;
    expect(shown.map((slot) => [slot.id, slot.kind, slot.outcome_amount])).toEqual([
      [EXPRESS, 'express', '50000'],
      [ACCELERATED, 'accelerated', '20000'],
    ]);
    expect(shown[1]).toMatchObject({ min_outcome_amount: '10000', max_outcome_amount: '40000' });
    expect(shown.every((slot) => slot.income_amount !== null)).toBe(true);
    // A reviewed payout is promised with the time of the review, for slots too
    const reviewed = presentRate(made.value, NOW, { ...NOTHING_ASKED, needsReview: (amount) => amount >= 2_000_000n });
    expect([reviewed.needs_review, reviewed.eta_minutes, ...reviewed.slots.map((slot) => slot.eta_minutes)]).toEqual([true, 30, 30, 30]);
    const far = await quotes.calculation(db, { ...pair, side: 'outcome', amount: 4_900_000n, slots: 'near' });
    expect(far.ok && presentRate(far.value, NOW, NOTHING_ASKED).slots.map((slot) => [slot.id, slot.income_amount === null])).toEqual([
      [EXPRESS, false],
      [ACCELERATED, true],
    ]);
  });

  it('fit_slot uses the exact slot for either amount, else the chosen one that serves it, never a costlier one', async () => {
    const { db, quotes } = await makeRates({ slots });
    const slotFor = async (side: 'income' | 'outcome', amount: bigint, slotId: string | null = null) => {
      const made = await quotes.calculation(db, { ...pair, side, amount, slotId, fitsSlot: true, slots: 'near' });
      return made.ok ? made.value.quote.slotId : made.refusals[0]?.code;
    };
    const first = quotes.firstSlot(pair);
    if (!(first.ok && first.value)) throw new Error('no slot');
    expect(await slotFor('outcome', 5_000_000n)).toBe(EXPRESS);
    expect(await slotFor('income', first.value.quote.incomeAmount)).toBe(EXPRESS);
    expect(await slotFor('outcome', 2_000_000n, ACCELERATED)).toBe(ACCELERATED);
    expect(await slotFor('outcome', 2_000_000n, EXPRESS)).toBeNull();
    expect(await slotFor('outcome', 4_500_000n, ACCELERATED)).toBeNull();
    expect(await slotFor('outcome', 1n)).toBe('amount_below_minimum');
  });

  it('a slot that is no longer available is refused, and the next best is offered (domain 4)', async () => {
    const { db, quotes } = await makeRates({ slots });
    const made = await quotes.calculate(db, {
      ...pair,
      side: 'outcome',
      amount: 4_900_000n,
      slotId: '33333333-3333-4333-8333-333333333333',
    });
    expect(made).toMatchObject({
      ok: false,
      refusals: [{ code: 'slot_unavailable', field: 'slot_id', meta: { next_slot: { id: EXPRESS, outcome_amount: '50000' } } }],
    });
    const none = await (await makeRates()).quotes.calculate((await makeRates()).db, {
      ...pair,
      side: 'outcome',
      amount: 4_900_000n,
      slotId: EXPRESS,
    });
    expect(none).toMatchObject({ ok: false, refusals: [{ meta: { next_slot: null } }] });
  });
});

describe('the rate files', () => {
  const items = (json: string): readonly RateItem[] => (JSON.parse(json) as { rates: readonly RateItem[] }).rates;

  /** What a reader of the file computes, in exact arithmetic over decimal strings. */
  const promised = (item: RateItem, income: bigint): bigint => {
    const [from, to] = [systemOf(item.from), systemOf(item.to)];
    const decimals = (item.out.split('.')[1] ?? '').length;
    const out = BigInt(item.out.replace('.', ''));
    const fee = (text: string | null, code: string) => (text === null ? 0n : minorOf(text, code));
    const base = 10n ** BigInt(decimals + from.scale);
    const gross = (income - fee(item.fromfee, item.from)) * out * 10n ** BigInt(to.scale);
    const step = stepOf(to);
    return ((gross - fee(item.tofee, item.to) * base) / (base * step)) * step;
  };

  it('equal the quotes of every direction at minimum, middle and maximum, to the last digit (R27, G11)', async () => {
    const { db, quotes, catalogue } = await makeRates();
    const rows = items(createRateFiles({ quotes, catalogue, switches: NO_SWITCHES }).file('json').bytes.toString());
    expect(new Set(rows.map((row) => `${row.from}>${row.to}`)).size).toBe(TEST_DIRECTIONS.length);
    for (const row of rows) {
      const [least, most] = [minorOf(row.frommin, row.from), minorOf(row.frommax, row.from)];
      const step = stepOf(systemOf(row.from));
      const middle = ((least + most) / (2n * step)) * step;
      for (const income of [least, middle, most]) {
        const made = await quotes.calculate(db, { incomeCode: row.from, outcomeCode: row.to, side: 'income', amount: income });
        expect(made.ok && made.value.outcomeAmount).toBe(promised(row, income));
      }
      expect([row.tomin, row.tomax].map((text) => minorOf(text, row.to))).toEqual([promised(row, least), promised(row, most)]);
    }
  });

  it('split a direction with steps into bands that meet', async () => {
    const { quotes, catalogue } = await makeRates();
    const bands = items(createRateFiles({ quotes, catalogue, switches: NO_SWITCHES }).file('json').bytes.toString()).filter(
      (row) => row.from === 'SBERRUB' && row.to === 'BTC',
    );
    expect(bands.map((row) => [row.frommax, Number(row.out) > 0])).toHaveLength(2);
    expect(bands.map((row) => row.frommin)[1]).toBe('50000');
    expect(bands.map((row) => row.frommax)[0]).toBe('49999.99');
  });

  it('write the elements in the order of the format', async () => {
    const { quotes, catalogue } = await makeRates();
    const xml = createRateFiles({ quotes, catalogue, switches: NO_SWITCHES }).file('xml').bytes.toString();
    expect(xml).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<!-- demonstration: these prices are invented -->\n<rates>\n<item><from>/,
    );
    const names = [...(xml.split('\n').find((line) => line.includes('<fromfee>')) ?? '').matchAll(/<([a-z]+)>/g)].map((match) => match[1]);
    expect(names.filter((name) => name !== 'param')).toEqual([
      'item',
      'from',
      'to',
      'in',
      'out',
      'amount',
      'frommin',
      'frommax',
      'tomin',
      'tomax',
      'fromfee',
      'tofee',
      'minamount',
      'maxamount',
    ]);
    expect(xml).toContain('<param>floating</param>');
  });

  it('are cached until prices, settings or reserves change', async () => {
    const reserves: Record<string, bigint> = { SBERRUB: 10_000_000n };
    const { quotes, catalogue, setTime } = await makeRates({ catalogue: makeCatalogue({ reserves }) });
    const made = createRateFiles({ quotes, catalogue, switches: NO_SWITCHES });
    const files = (kind: 'xml' | 'json') => made.file(kind).bytes.toString();
    const first = files('xml');
    expect(files('xml')).toBe(first);
    reserves['SBERRUB'] = 9_000_000n;
    expect(files('xml')).not.toBe(first);
    setTime(NOW + STALE_MS + 1);
    expect(files('xml')).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<rates>\n</rates>\n');
    expect(items(files('json'))).toEqual([]);
  });

  it('are served with their media types and an ETag; an unchanged file gives 304', async () => {
    const { quotes, catalogue } = await makeRates();
    const app = fastify();
    const offered = new Set(['xml', 'json']);
    await app.register(rateFiles({ quotes, catalogue, switches: NO_SWITCHES, isOffered: (kind) => offered.has(kind) }));
    const xml = await app.inject({ url: '/rates.xml' });
    expect([xml.statusCode, xml.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    const again = await app.inject({ url: '/rates.xml', headers: { 'if-none-match': String(xml.headers['etag']) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const json = await app.inject({ url: '/rates.json' });
    expect([json.statusCode, json.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(json.json()).toMatchObject({ version: '1.1', is_demo: true, taken_at: '2027-01-15T08:00:00.000Z' });
    const packed = await app.inject({ url: '/rates.xml', headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect((await app.inject({ method: 'HEAD', url: '/rates.xml' })).statusCode).toBe(200);
    offered.delete('json');
    expect([(await app.inject({ url: '/rates.json' })).statusCode, (await app.inject({ url: '/rates.xml' })).statusCode]).toEqual([
      404, 200,
    ]);
    await app.close();
  });

  it('leave out a direction in which no amount is possible', async () => {
    const { quotes, catalogue } = await makeRates({ catalogue: makeCatalogue({ reserves: { BTC: 0n } }) });
    expect(
      items(createRateFiles({ quotes, catalogue, switches: NO_SWITCHES }).file('json').bytes.toString()).filter((row) => row.to === 'BTC'),
    ).toEqual([]);
    expect(formatAmount(0n, 8)).toBe('0');
  });
});
