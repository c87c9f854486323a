import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '#core/locale.ts';
import { loadMessages } from '#locales/load.ts';
import { addMessages, setBrandNames, registerMessages, translatorOf } from './translator.ts';

const leaves = (value: unknown, path: string): string[] =>
  typeof value === 'string'
    ? [path]
    : Object.entries(value as object).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));

const COUNTS = [0, 1, 2, 3, 4, 5, 10, 11, 12, 14, 20, 21, 22, 25, 101, 111, 112];
const PLURAL = /_(?:one|few|many|other)$/;

describe.each(LOCALES)('the translator in %s', (locale) => {
  const messages = loadMessages(locale);
  registerMessages(locale, messages);
  const t = translatorOf(locale);
  const reference = createInstance();
  void reference.init({
    lng: locale,
    fallbackLng: false,
    resources: { [locale]: { translation: messages } },
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  const namespaces = leaves(messages, '').filter((key) => /^(?:shell|exchange|order|content|status|refusals)\./.test(key));

  it('gives the same text as i18next for every key', () => {
    const params = { amount: '5 ₽', name: 'A & B', min: 1, max: 2 };
    setBrandNames({ [locale]: 'C & D' });
    const plain = namespaces.filter((key) => !PLURAL.test(key));
    expect(plain.length).toBeGreaterThan(200);
    for (const key of plain) expect(t(key, params)).toBe(reference.t(key, { brand: 'C & D', ...params }));
  });

  it('chooses the same plural form as i18next for every number', () => {
    const plural = [...new Set(namespaces.filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, '')))];
    expect(plural).toContain('shell.time.up_to');
    for (const key of plural)
      for (const count of COUNTS) expect(t(key, { count, required: 12 })).toBe(reference.t(key, { count, required: 12 }));
  });

  it('returns the key where its text is missing', () => {
    expect(t('web.no.such.key')).toBe('web.no.such.key');
    expect(t('shell.')).toBe('shell.');
  });
});

describe('a registered dictionary', () => {
  it('has the Russian plural forms минута, минуты, минут', () => {
    const t = translatorOf('ru');
    expect([1, 2, 5, 11, 21, 22, 25].map((count) => t('pairs.minutes', { count }))).toEqual([
      '1 минута',
      '2 минуты',
      '5 минут',
      '11 минут',
      '21 минута',
      '22 минуты',
      '25 минут',
    ]);
  });

  it('gives namespaces added later, also through a translator taken before', () => {
    registerMessages('en', { web: { a: 'A' } });
    const t = translatorOf('en');
    addMessages('en', { refusals: { detail: { required: 'Required field.' } } });
    expect([t('web.a'), t('refusals.detail.required')]).toEqual(['A', 'Required field.']);
  });
});
