import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEqualJson } from '#core/text/canonical-json.ts';
import { afterItem, type ChangeItem, difference, inverseOf, staleMembers } from './change.ts';
import { actionFor } from './entities.ts';

const json = fc.jsonValue({ maxDepth: 2 });
const document = fc.dictionary(fc.constantFrom('a', 'b', 'c'), json, { minKeys: 3, maxKeys: 3 });

describe('items of a change', () => {
  it('give the new version when applied, and the previous version when undone', () => {
    fc.assert(
      fc.property(document, document, (now, next) => {
        const found = difference(now, next);
        if (found === undefined) {
          expect(isEqualJson(now, next)).toBe(true);
          return;
        }
        const item: ChangeItem = { entity: 'direction', key: 'A>B', ...found };
        expect(staleMembers(item, now)).toEqual([]);
        const made = afterItem(item, now);
        expect(isEqualJson(made, next)).toBe(true);
        expect(staleMembers(inverseOf(item), made)).toEqual([]);
        expect(isEqualJson(afterItem(inverseOf(item), made), now)).toBe(true);
      }),
    );
  });

  it('name exactly the members that have changed in the meantime', () => {
    const item = { before: { a: 1, b: { x: [1] } }, after: { a: 2, b: { x: [2] } } };
    expect(staleMembers(item, { a: 1, b: { x: [1] }, c: 9 })).toEqual([]);
    expect(staleMembers(item, { a: 3, b: { x: [1] } })).toEqual([{ member: 'a', before: 1, now: 3 }]);
    expect(staleMembers(item, null)).toMatchObject([{ member: null, now: null }]);
    expect(staleMembers({ before: null, after: {} }, { a: 1 })).toMatchObject([{ member: null, before: null }]);
  });

  it('compare values, not the order of members', () => {
    expect(isEqualJson({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true);
    expect(isEqualJson({ a: undefined }, {})).toBe(false);
    expect(isEqualJson([1, 2], [2, 1])).toBe(false);
  });
});

describe('the permission that a change needs', () => {
  it('price members need the permission for prices, all others the one for the catalogue', () => {
    expect(actionFor('direction', ['marginPpm', 'steps'])).toBe('change_prices');
    expect(actionFor('direction', ['marginPpm', 'enabled'])).toBe('change_catalogue');
    expect(actionFor('direction', null)).toBe('change_catalogue');
    expect(actionFor('payment_system', ['networkFee'])).toBe('change_prices');
  });
});
