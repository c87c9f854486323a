import { expect, test } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { EXEMPT, freeTextsOf, SEEN_IN_BROWSER } from '#tests/make/text-fields.ts';

const FREE = freeTextsOf(ALL_ENDPOINTS).map(({ name }) => name);

test('every free text field is tested with the injection corpus, or has a reason why not (R47)', () => {
  const isKnown = (name: string): boolean => SEEN_IN_BROWSER.includes(name) || EXEMPT.some(([fields]) => fields.test(name));
  expect(FREE.filter((name) => !isKnown(name))).toEqual([]);
});

test('tested fields exist, and no reason is unused', () => {
  expect(SEEN_IN_BROWSER.filter((name) => !FREE.includes(name))).toEqual([]);
  expect(EXEMPT.filter(([fields]) => !FREE.some((name) => fields.test(name) && !SEEN_IN_BROWSER.includes(name)))).toEqual([]);
});
