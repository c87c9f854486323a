import { describe, expect, it } from 'vitest';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import {
  CARD_FIELDS,
  CARD_REASON_RULES,
  CARD_REASONS,
  FINAL_CARD_REASONS,
  nextVerifyingStart,
  verifyingMinutes,
} from './card-verification.ts';

/** Moscow is three hours ahead. */
const at = (utc: string): number => Date.parse(`2026-11-20T${utc}:00Z`);

describe('verification hours', () => {
  it.each([
    ['04:00', null],
    ['12:00', null],
    ['19:59', null],
    ['20:00', '2026-11-21T04:00:00.000Z'],
    ['03:59', '2026-11-20T04:00:00.000Z'],
    ['21:30', '2026-11-21T04:00:00.000Z'],
  ])('at %s UTC the next start of verification is %s', (utc, from) => {
    const found = nextVerifyingStart(at(utc));
    expect(found === null ? null : new Date(found).toISOString()).toBe(from);
  });

  it('promises five minutes, a minute per card in a longer queue, and adds the hours of the night', () => {
    expect([1, 5, 9].map((place) => verifyingMinutes(place, at('12:00')))).toEqual([5, 5, 9]);
    expect(verifyingMinutes(1, at('03:30'))).toBe(35);
  });
});

it('each reason of the verifier has a rule, and the last three end an order', () => {
  expect(CARD_REASONS).toHaveLength(9);
  expect(Object.keys(CARD_REASON_RULES)).toEqual([...CARD_REASONS]);
  expect(FINAL_CARD_REASONS).toEqual(CARD_REASONS.slice(6));
});

it('a name must be in Latin letters as embossed; accents and apostrophes are accepted', () => {
  const fields = CARD_FIELDS.filter(({ key }) => key === 'name');
  const answerTo = (name: string) => {
    const checked = checkRequisites({ fields, values: { name }, noMemo: true, checkAddress: () => 'fine' });
    return checked.ok ? checked.value['name'] : checked.refusals[0]?.message;
  };
  expect(answerTo('Иван Петров')).toBe('latin_name');
  expect(answerTo('ИVАN PЕТRОV')).toBe('latin_name');
  expect(answerTo('')).toBeUndefined();
  for (const name of ['IVAN PETROV', "Sinéad O'Connor", 'Jean-Luc Żółw']) expect(answerTo(name)).toBe(name);
});
