import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import { onlyCertainMatch, entriesOfNumber, type OpenOrder, type LineToMatch, suggest } from './match.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const line = (given: Partial<LineToMatch> = {}): LineToMatch => ({
  amount: 480_000n,
  at: NOW,
  isDayOnly: false,
  reference: null,
  isNumberEntered: false,
  lastDigits: null,
  requisiteId: null,
  source: 'csv',
  ...given,
});
const order = (given: Partial<OpenOrder> = {}): OpenOrder => ({
  id: 'a',
  expected: 480_000n,
  received: 0n,
  requisiteId: 'card',
  requisiteLastDigits: '1234',
  payerLastDigits: '9999',
  since: NOW - 5 * MINUTE_MS,
  isOpen: true,
  entries: [],
  ...given,
});
const word = (source: string | null, reference = 'r-1') => ({ amount: 480_000n, reference, source });
const kinds = (of: LineToMatch, ...orders: OpenOrder[]) => suggest(of, orders).map(({ kind }) => kind);

describe('orders that a bank line may pay', () => {
  it.each([
    ['everything matches', line(), order(), ['exact']],
    ['our card is named', line({ lastDigits: '1234' }), order(), ['exact']],
    ['the payer’s card is named', line({ lastDigits: '9999' }), order(), ['exact']],
    ['another card is named: an operator decides', line({ lastDigits: '5678' }), order(), ['near']],
    ['another card is named, and another amount', line({ lastDigits: '5678', amount: 475_000n }), order(), []],
    [
      'another card is named, and an operator has recorded the amount',
      line({ lastDigits: '5678' }),
      order({ entries: [word(null)] }),
      ['twin'],
    ],
    ['it arrived at another requisite', line({ requisiteId: 'other' }), order(), []],
    ['it arrived before the order', line({ at: NOW - 60 * MINUTE_MS }), order(), []],
    ['the line has a day without a time', line({ at: NOW - 60 * MINUTE_MS, isDayOnly: true }), order(), ['exact']],
    ['it arrived nine days later', line({ at: NOW + 9 * DAY_MS }), order(), []],
    ['the amount is slightly lower', line({ amount: 475_000n }), order(), ['near']],
    ['the amount is half', line({ amount: 240_000n }), order(), []],
    [
      'it is the rest of a partial payment',
      line({ amount: 80_000n }),
      order({ received: 400_000n, entries: [{ ...word(null), amount: 400_000n }] }),
      ['exact'],
    ],
    ['an operator has recorded it', line(), order({ isOpen: false, entries: [word(null)] }), ['recorded']],
    ['the same line by another source', line({ reference: 'R-1' }), order({ isOpen: false, entries: [word('text')] }), ['recorded']],
    ['an equal amount by another source', line(), order({ isOpen: false, entries: [word('text')] }), ['twin']],
    ['an equal amount by the same source is a second payment', line(), order({ entries: [word('csv')] }), ['exact']],
    ['the order is over', line(), order({ isOpen: false }), []],
    ['its number was entered before', line({ reference: 'r-9', isNumberEntered: true }), order(), ['near']],
    [
      'its number was entered before, and an equal amount without a number',
      line({ reference: 'r-9', isNumberEntered: true }),
      order({ entries: [word(null)] }),
      ['twin'],
    ],
    ['its number by another source', line({ reference: 'R-1', isNumberEntered: true }), order({ entries: [word('text')] }), ['recorded']],
    ['its number by the same source', line({ reference: 'R-1', isNumberEntered: true }), order({ entries: [word('csv')] }), ['twin']],
  ])('%s', (_what, sought, open, expected) => {
    expect(kinds(sought, open)).toEqual(expected);
  });
  it.each([
    ['the rest', 5_000n, 'exact', 0n],
    ['a little less than the rest', 4_900n, 'near', -100n],
    ['almost the whole asked amount', 899_900n, 'near', 894_900n],
    ['the whole asked amount', 900_000n, 'near', 895_000n],
  ])('of a partly paid order compares %s with the missing amount', (_what, amount, kind, difference) => {
    const part = order({ expected: 900_000n, received: 895_000n });
    const matches = suggest(line({ amount }), [part]);
    expect(matches).toMatchObject([{ kind, difference }]);
    expect(onlyCertainMatch(matches)?.kind).toBe(kind === 'exact' ? 'exact' : undefined);
  });
  it('of a fully paid order is over in any case', () => {
    for (const received of [480_000n, 500_000n])
      expect(suggest(line(), [order({ received })])).toMatchObject([{ kind: 'near', difference: 480_000n }]);
  });
  it('is certain for a single order only, never where two match or where it may be reported twice', () => {
    const certain = (...orders: OpenOrder[]) => onlyCertainMatch(suggest(line(), orders))?.orderId;
    expect(certain(order(), order({ id: 'b', expected: 480_001n }))).toBe('a');
    expect(certain(order(), order({ id: 'b' }))).toBeUndefined();
    expect(certain(order(), order({ id: 'b', expected: 900_000n, received: 420_000n }))).toBeUndefined();
    expect(certain(order(), order({ id: 'b', isOpen: false, entries: [word('text')] }))).toBeUndefined();
    expect(certain(order({ isOpen: false, entries: [word('text')] }))).toBeUndefined();
  });
  it('is not certain with a number that was entered before, except for the same payment from another source', () => {
    const certain = (...orders: OpenOrder[]) =>
      onlyCertainMatch(suggest(line({ reference: 'r-1', isNumberEntered: true }), orders))?.orderId;
    const paid = order({ id: 'b', isOpen: false, entries: [word('text')] });
    expect([certain(order()), certain(paid), certain(order(), paid)]).toEqual([undefined, 'b', undefined]);
    expect(suggest(line({ reference: 'r-1', isNumberEntered: true }), [order()])).toMatchObject([
      { why: 'number_entered', difference: 0n },
    ]);
  });
});

describe('entries with the operation number of a line', () => {
  const entry = { reference: 'Ref 1', amount: 480_000n, orderId: 'a', source: 'csv', sender: 'IVAN P' };
  const found = (given: { reference: string | null; source?: string; sender?: string | null }, of: Partial<typeof entry> = {}) =>
    entriesOfNumber({ source: 'csv', sender: null, ...given }, [{ ...entry, ...of }]).length;
  it.each([
    ['the same number, in another case and spacing', found({ reference: 'REF1' }), 1],
    ['another number', found({ reference: 'ref 2' }), 0],
    ['no number', found({ reference: null }), 0],
    ['a dash is no number', found({ reference: '-' }, { reference: '-' }), 0],
    ['the same payer in a file of the same kind', found({ reference: 'ref 1', sender: 'ivan p' }), 1],
    ['another payer in a file of the same kind', found({ reference: 'ref 1', sender: 'PETR I' }), 0],
    ['another name of the payer in another source', found({ reference: 'ref 1', sender: 'I.', source: '1c' }), 1],
    ['another name of the payer, both typed by hand', found({ reference: 'ref 1', sender: 'I.', source: 'hand' }, { source: 'hand' }), 1],
  ])('%s', (_what, count, expected) => {
    expect(count).toBe(expected);
  });
});
