import { describe, expect, it } from 'vitest';
import { makeDirection, makePaymentSystem } from '#tests/make/catalogue.ts';
import { priceDirection } from '#core/pricing/direction-price.ts';
import { type AdmissionFacts, admissionRefusals, admit, sideInTheWay } from './admission.ts';
import { MAX_UNPAID_OF_ADDRESS, MAX_UNPAID_OF_NETWORK, MAX_UNPAID_ORDERS } from './unpaid.ts';

const income = makePaymentSystem({ code: 'IN' });
const outcome = makePaymentSystem({ code: 'OUT' });
const direction = makeDirection({ incomeCode: 'IN', outcomeCode: 'OUT' });
const fields = { income: 'from', outcome: 'to' };
const one = { num: 1n, den: 1n };
const price = priceDirection({ direction, income, outcome, incomeUsd: one, outcomeUsd: one, premiumPpm: 0 });
const limits = {
  minIncome: 10n,
  maxIncome: 20n,
  minOutcome: 10n,
  maxOutcome: 20n,
  minReason: 'direction',
  maxReason: 'direction',
} as const;
const share = { whole: 100n, all: 10n, own: 10n, his: 10n, network: 10n, amount: 10n, isOrdinary: true, isKnown: false, isProven: false };

const NOBODY = { address: 0, network: 0, isKnown: false, wait: 0 };

/** Everything known, and nothing in the way. */
const OPEN: AdmissionFacts = {
  techBreak: null,
  pair: { income, outcome, direction, closing: null, fields },
  country: { refused: null, fields },
  isBlacklisted: false,
  lacksVerification: false,
  amount: { price, side: 'income', amount: 15n, limits },
  dailyOrders: { wait: null },
  openOrders: { his: 0, own: 0, nearby: NOBODY, isProven: false },
  requisites: null,
  reserve: { isHeld: true, field: 'income_amount' },
  place: null,
  share,
};

/** One fact in the way each, in the order of the list, with what is then said. */
const IN_THE_WAY: readonly (readonly [Partial<AdmissionFacts>, string])[] = [
  [{ techBreak: { until: null, now: 0, reason: 'maintenance' } }, 'tech_break'],
  [{ pair: { income: undefined, outcome, direction, closing: null, fields } }, 'direction_unavailable'],
  [{ country: { refused: { reason: 'direction_denied' }, fields } }, 'country_not_allowed'],
  [{ isBlacklisted: true }, 'access_denied'],
  [{ lacksVerification: true }, 'verification_required'],
  [{ amount: { price, side: 'income', amount: 21n, limits } }, 'amount_above_maximum'],
  [{ dailyOrders: { wait: 61_000 } }, 'too_many_requests'],
  [{ openOrders: { his: MAX_UNPAID_ORDERS, own: MAX_UNPAID_ORDERS, nearby: NOBODY, isProven: true } }, 'too_many_open_orders'],
  [{ requisites: { outcome: 'unavailable', reason: 'amount', now: 0, field: 'from', amountField: 'income_amount' } }, 'not_allowed_amount'],
  [{ reserve: { isHeld: false, field: 'income_amount' } }, 'reserve_exceeded'],
  [{ place: { ...share, his: 90n, field: 'from' } }, 'too_many_open_orders'],
  [{ share: { ...share, his: 90n, own: 90n, all: 90n } }, 'too_many_open_orders'],
];

describe('the admission of an order', () => {
  it('lets pass what nothing is in the way of, and what is not known yet', () => {
    expect(admit(OPEN)).toBeNull();
    expect(admit({})).toBeNull();
  });

  it.each(IN_THE_WAY)('%#: names what is in the way', (fact, code) => {
    expect(admit({ ...OPEN, ...fact })?.code).toBe(code);
  });

  it.each([
    [false, 'currency_not_in_country'],
    [true, 'currency_not_exchanged'],
  ])('points at the side whose currency is not exchanged, everywhere: %s', (isEverywhere, message) => {
    const refused = { reason: 'currency_excluded', side: 'outcome', currency: 'XMR', isEverywhere } as const;
    expect(admit({ country: { refused, fields } })).toEqual({
      code: 'country_not_allowed',
      message,
      field: fields.outcome,
      params: { currency: 'XMR' },
    });
  });

  it('tells how long a break lasts, for the words and for Retry-After', () => {
    expect(admit({ techBreak: { until: 5_400_000, now: 0, reason: 'provider' } })).toEqual({
      code: 'tech_break',
      message: 'break_until',
      params: { left: '1:30:00', seconds: 5_400 },
      meta: { until: '1970-01-01T01:30:00.000Z', reason: 'provider' },
    });
  });

  it('says the first first, and tells all of it in the same order', () => {
    for (let first = 0; first < IN_THE_WAY.length; first += 1) {
      const rest = IN_THE_WAY.slice(first);
      const facts = Object.assign({}, OPEN, ...rest.map(([fact]) => fact)) as AdmissionFacts;
      expect(admissionRefusals(facts).map(({ code }) => code)).toEqual(rest.map(([, code]) => code));
      expect(admit(facts)?.code).toBe(rest[0]?.[1]);
    }
  });

  it('points at the side that is in the way', () => {
    expect(admit({ pair: { income, outcome, direction, closing: null, fields } })).toBeNull();
    expect(admit({ pair: { income: { incomeEnabled: false }, outcome, direction, closing: null, fields } })?.field).toBe('from');
    expect(admit({ pair: { income, outcome: { outcomeEnabled: false }, direction, closing: null, fields } })?.field).toBe('to');
    expect(sideInTheWay({ income, outcome, direction: { enabled: false } })).toBe('outcome');
    expect(sideInTheWay({ income, outcome, direction: undefined })).toBe('outcome');
  });

  it.each([
    [0n, limits, 'not_allowed_amount'],
    [9n, limits, 'amount_below_minimum'],
    [15n, { ...limits, minIncome: 30n }, 'direction_unavailable'],
    [15n, { ...limits, minIncome: 30n, maxReason: 'reserve' }, 'has_no_reserves'],
  ] as const)('an amount of %s is refused as the pricing function refuses it', (amount, within, code) => {
    expect(admit({ amount: { price, side: 'income', amount, limits: within } })?.code).toBe(code);
  });

  it('says when a closed pair opens, and at once that all requisites are taken', () => {
    const closing = { until: 90_000, now: 0, reason: 'requisites' } as const;
    const said = {
      code: 'direction_unavailable',
      message: 'direction_closed_until',
      params: { left: expect.stringContaining('1:30'), seconds: 90 },
    };
    expect(admit({ pair: { income: { incomeEnabled: false }, outcome, direction, closing, fields } })).toMatchObject(said);
    const later = { outcome: 'later', at: 90_000, now: 0, field: 'from', amountField: 'income_amount' } as const;
    expect(admit({ requisites: later })).toMatchObject({ ...said, field: 'from', meta: { reason: 'requisites' } });
    expect(admit({ pair: { income: { incomeEnabled: false }, outcome, direction, closing: { ...closing, until: null }, fields } })).toEqual(
      {
        code: 'direction_unavailable',
        field: 'from',
      },
    );
  });

  it('asks for one proof of work and takes it for both', () => {
    const many = { his: 0, own: MAX_UNPAID_ORDERS, nearby: { ...NOBODY, address: 1, network: 1 } };
    const pressed = { ...share, all: 60n, own: 10n, his: 10n };
    const asked = (isProven: boolean) => admissionRefusals({ openOrders: { ...many, isProven }, share: { ...pressed, isProven } });
    expect(asked(false).map(({ code, field }) => [code, field])).toEqual([
      ['captcha_required', 'captcha_token'],
      ['captcha_required', 'captcha_token'],
    ]);
    expect(asked(true)).toEqual([]);
  });

  it.each([
    [MAX_UNPAID_OF_ADDRESS - 1, MAX_UNPAID_OF_NETWORK - 1, undefined],
    [MAX_UNPAID_OF_ADDRESS, MAX_UNPAID_OF_ADDRESS, 'too_many_requests'],
    [0, MAX_UNPAID_OF_NETWORK, 'too_many_requests'],
  ])('strangers of an address with %s unpaid orders, of a network with %s: %s', (address, network, code) => {
    const openOrders = { his: 0, own: 0, isProven: true, nearby: { address, network, isKnown: false, wait: 61_000 } };
    const refusal = admit({ openOrders });
    expect(refusal?.code).toBe(code);
    if (code !== undefined) expect(refusal).toMatchObject({ message: 'network_full', params: { minutes: 2, seconds: 120 } });
    expect(admit({ openOrders: { ...openOrders, nearby: { ...openOrders.nearby, isKnown: true } } })).toBeNull();
  });

  it('keeps the rest of a reserve for those who have exchanged before', () => {
    const kept = { ...share, all: 80n };
    expect(admit({ share: kept })).toMatchObject({ code: 'has_no_reserves', message: 'reserve_kept' });
    expect(admit({ share: { ...kept, isKnown: true } })?.code).toBe('captcha_required');
  });
});
