import { describe, expect, it } from 'vitest';
import { makeDirection, makePaymentSystem } from '#tests/make/catalogue.ts';
import { type AdmissionFacts, admissionRefusals, admit, closedSide } from './admission.ts';
import { MAX_UNPAID_OF_ADDRESS, MAX_UNPAID_OF_NETWORK, MAX_UNPAID_ORDERS } from './unpaid.ts';

const income = makePaymentSystem({ code: 'IN' });
const outcome = makePaymentSystem({ code: 'OUT' });
const direction = makeDirection({ incomeCode: 'IN', outcomeCode: 'OUT' });
const fields = { income: 'from', outcome: 'to' };
const share = {
  total: 100n,
  unpaidTotal: 10n,
  possible: 10n,
  proven: 10n,
  network: 10n,
  amount: 10n,
  isOrdinary: true,
  isKnown: false,
};

const NOBODY = { address: 0, network: 0, isKnown: false, wait: 0 };

/** Every fact is known and none refuses. */
const OPEN: AdmissionFacts = {
  techBreak: null,
  pair: { income, outcome, direction, closing: null, fields },
  country: { refused: null, fields },
  isBlacklisted: false,
  lookalike: null,
  quote: null,
  lacksVerification: false,
  dailyOrders: { wait: null },
  openOrders: { proven: 0, possible: 0, nearby: NOBODY },
  requisites: null,
  reserve: { isHeld: true, field: 'income_amount' },
  place: null,
  share,
};

/** One refusing fact each, in the order of the list, with the refusal's code. */
const REFUSED_FACTS: readonly (readonly [Partial<AdmissionFacts>, string])[] = [
  [{ techBreak: { until: null, now: 0, reason: 'maintenance' } }, 'tech_break'],
  [{ pair: { income: undefined, outcome, direction, closing: null, fields } }, 'direction_unavailable'],
  [{ country: { refused: { reason: 'direction_denied' }, fields } }, 'country_not_allowed'],
  [{ isBlacklisted: true }, 'access_denied'],
  [{ lookalike: { code: 'lookalike' } }, 'lookalike'],
  [{ quote: { code: 'rate_changed' } }, 'rate_changed'],
  [{ lacksVerification: true }, 'verification_required'],
  [{ dailyOrders: { wait: 61_000 } }, 'too_many_requests'],
  [{ openOrders: { proven: MAX_UNPAID_ORDERS, possible: MAX_UNPAID_ORDERS, nearby: NOBODY } }, 'too_many_open_orders'],
  [{ requisites: { outcome: 'unavailable', reason: 'amount', now: 0, field: 'from', amountField: 'income_amount' } }, 'not_allowed_amount'],
  [{ reserve: { isHeld: false, field: 'income_amount' } }, 'reserve_exceeded'],
  [{ place: { ...share, proven: 90n, field: 'from' } }, 'too_many_open_orders'],
  [{ share: { ...share, proven: 90n, possible: 90n, unpaidTotal: 90n } }, 'too_many_open_orders'],
];

describe('the admission of an order', () => {
  it('accepts an order without refusals, and ignores facts that are not known yet', () => {
    expect(admit(OPEN)).toBeNull();
    expect(admit({})).toBeNull();
  });

  it.each(REFUSED_FACTS)('%#: names the refusal', (fact, code) => {
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

  it('returns how long a break lasts, for the message and for Retry-After', () => {
    expect(admit({ techBreak: { until: 5_400_000, now: 0, reason: 'provider' } })).toEqual({
      code: 'tech_break',
      message: 'break_until',
      params: { left: '1:30:00', seconds: 5_400 },
      meta: { until: '1970-01-01T01:30:00.000Z', reason: 'provider' },
    });
  });

  it('reports the first refusal first, and all of them in the same order', () => {
    for (let first = 0; first < REFUSED_FACTS.length; first += 1) {
      const rest = REFUSED_FACTS.slice(first);
      const facts = Object.assign({}, OPEN, ...rest.map(([fact]) => fact)) as AdmissionFacts;
      expect(admissionRefusals(facts).map(({ code }) => code)).toEqual(rest.map(([, code]) => code));
      expect(admit(facts)?.code).toBe(rest[0]?.[1]);
    }
  });

  it('names the field of the closed side', () => {
    expect(admit({ pair: { income, outcome, direction, closing: null, fields } })).toBeNull();
    expect(admit({ pair: { income: { incomeEnabled: false }, outcome, direction, closing: null, fields } })?.field).toBe('from');
    expect(admit({ pair: { income, outcome: { outcomeEnabled: false }, direction, closing: null, fields } })?.field).toBe('to');
    expect(closedSide({ income, outcome, direction: { enabled: false } })).toBe('outcome');
    expect(closedSide({ income, outcome, direction: undefined })).toBe('outcome');
  });

  it('returns when a closed pair opens, and that all requisites are in use', () => {
    const closing = { until: 90_000, now: 0, reason: 'requisites' } as const;
    const expected = {
      code: 'direction_unavailable',
      message: 'direction_closed_until',
      params: { left: expect.stringContaining('1:30'), seconds: 90 },
    };
    expect(admit({ pair: { income: { incomeEnabled: false }, outcome, direction, closing, fields } })).toMatchObject(expected);
    const later = { outcome: 'later', at: 90_000, now: 0, field: 'from', amountField: 'income_amount' } as const;
    expect(admit({ requisites: later })).toMatchObject({ ...expected, field: 'from', meta: { reason: 'requisites' } });
    expect(admit({ pair: { income: { incomeEnabled: false }, outcome, direction, closing: { ...closing, until: null }, fields } })).toEqual(
      {
        code: 'direction_unavailable',
        field: 'from',
      },
    );
  });

  it('requires one proof of work, which counts for both checks', () => {
    const many = { proven: 0, possible: MAX_UNPAID_ORDERS, nearby: { ...NOBODY, address: 1, network: 1 } };
    const pressed = { ...share, unpaidTotal: 60n, possible: 10n, proven: 10n };
    const refusals = (isProven: boolean) => admissionRefusals({ openOrders: many, share: pressed }, isProven);
    expect(refusals(false).map(({ code, field }) => [code, field])).toEqual([
      ['captcha_required', 'captcha_token'],
      ['captcha_required', 'captcha_token'],
    ]);
    expect(refusals(true)).toEqual([]);
  });

  it.each([
    [MAX_UNPAID_OF_ADDRESS - 1, MAX_UNPAID_OF_NETWORK - 1, undefined],
    [MAX_UNPAID_OF_ADDRESS, MAX_UNPAID_OF_ADDRESS, 'too_many_requests'],
    [0, MAX_UNPAID_OF_NETWORK, 'too_many_requests'],
  ])('strangers of an address with %s unpaid orders and a network with %s get: %s', (address, network, code) => {
    const openOrders = { proven: 0, possible: 0, nearby: { address, network, isKnown: false, wait: 61_000 } };
    const refusal = admit({ openOrders }, true);
    expect(refusal?.code).toBe(code);
    if (code !== undefined) expect(refusal).toMatchObject({ message: 'network_full', params: { minutes: 2, seconds: 120 } });
    expect(admit({ openOrders: { ...openOrders, nearby: { ...openOrders.nearby, isKnown: true } } }, true)).toBeNull();
  });

  it('keeps the rest of a reserve for customers who have exchanged before', () => {
    const nearlyFull = { ...share, unpaidTotal: 80n };
    expect(admit({ share: nearlyFull })).toMatchObject({ code: 'has_no_reserves', message: 'reserve_kept' });
    expect(admit({ share: { ...nearlyFull, isKnown: true } })?.code).toBe('captcha_required');
  });
});
