import { expect, test } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { APART, freeTextsOf, WALKED } from '#tests/make/text-fields.ts';

const FREE = freeTextsOf(ALL_ENDPOINTS).map(({ name }) => name);

test('every text that people may type freely is walked with the corpus of injections, or somebody has said why not (R47)', () => {
  const isKnown = (name: string): boolean => WALKED.includes(name) || APART.some(([fields]) => fields.test(name));
  expect(FREE.filter((name) => !isKnown(name))).toEqual([]);
});

test('what is walked is there, and no reason is left over', () => {
  expect(WALKED.filter((name) => !FREE.includes(name))).toEqual([]);
  expect(APART.filter(([fields]) => !FREE.some((name) => fields.test(name) && !WALKED.includes(name)))).toEqual([]);
});
