import { expect, test } from 'vitest';
import { LOCALES } from '#core/locale.ts';
import { ANSWER_CODES } from '#contract/refusals.ts';
import { createTranslate } from './translate.ts';

const t = createTranslate();

test('every refusal has a message in both languages', () => {
  for (const locale of LOCALES) {
    for (const code of ANSWER_CODES) {
      for (const part of ['title', 'detail']) {
        const key = `refusals.${part}.${code}`;
        expect(t(locale, key), `${locale} ${key}`).not.toBe(key.slice('refusals.'.length));
      }
    }
  }
});

test('values are inserted unescaped', () => {
  expect(t('en', 'refusals.detail.too_short', { min: 8 })).toBe('Minimum length of 8 characters.');
  expect(t('ru', 'refusals.detail.wallet_pattern', { example: '<a>&b' })).toContain('<a>&b');
});

test('Russian plural forms are used', () => {
  const plural = createTranslate({
    ru: { x: { minutes_one: '{{count}} минута', minutes_few: '{{count}} минуты', minutes_many: '{{count}} минут' } },
    en: {},
  });
  expect([1, 3, 5, 21].map((count) => plural('ru', 'x.minutes', { count }))).toEqual(['1 минута', '3 минуты', '5 минут', '21 минута']);
});
