import { describe, expect, it } from 'vitest';
import { findLookalike, isLookalike, type KnownRequisite } from './lookalike.ts';

const wallet = (value: string): KnownRequisite => ({ kind: 'wallet', value });
const card = (value: string): KnownRequisite => ({ kind: 'card', value });

const OWN = wallet('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');

describe('requisites that look alike (R56)', () => {
  it.each<[string, KnownRequisite, KnownRequisite]>([
    ['an address generated to resemble another', OWN, wallet('TJRqWq7Xn2bLkc4zzzzzzPJC18kjpRTv8')],
    ['one different character in the middle', OWN, wallet('TJRabPrwbZy45sbavfcjinPJD18kjpRTv8')],
    ['the common prefix of the network does not count as a beginning', wallet('0xabc1111111111111def'), wallet('0xABC9999999999999DEF')],
    ['two digits of a card swapped', card('2200150212345678'), card('2200150221345678')],
    ['a missing character', card('40817810099910004312'), card('4081781009991004312')],
  ])('%s', (_name, one, other) => {
    expect(isLookalike(one, other)).toBe(true);
    expect(isLookalike(other, one)).toBe(true);
  });

  it.each<[string, KnownRequisite, KnownRequisite]>([
    ['the same', OWN, OWN],
    ['the same in another case, where case is ignored', wallet('0xAbCdEf0123456789'), wallet('0xabcdef0123456789')],
    ['another end', OWN, wallet('TJRabPrwbZy45sbavfcjinPJC18kjpRTxx')],
    ['another beginning', wallet('0xabc1111111111111def'), wallet('0xdef1111111111111def')],
    ['another kind', { kind: 'phone', value: '+79161231234' }, card('+79161991234')],
    ['short texts, which are displayed in full', { kind: 'text', value: '123456789' }, { kind: 'text', value: '123956789' }],
    ['names', { kind: 'full_name', value: 'Ivan Petrovich' }, { kind: 'full_name', value: 'Ivan Petrrvich' }],
  ])('do not include: %s', (_name, one, other) => {
    expect(isLookalike(one, other)).toBe(false);
  });

  it('are not reported for a known requisite', () => {
    const poisoned = wallet('TJRqWq7Xn2bLkc4zzzzzzPJC18kjpRTv8');
    expect(findLookalike(poisoned, [OWN])).toBe(OWN);
    expect(findLookalike(OWN, [poisoned, OWN])).toBeUndefined();
  });
});
