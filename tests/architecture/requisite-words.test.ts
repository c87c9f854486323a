import { expect, test } from 'vitest';
import { LOCALES } from '#core/locale.ts';
import { loadMessages } from '#locales/load.ts';
import { fromLibrary, LIBRARY_CODES } from '#server/payment-systems/library/library.ts';

test.each(LOCALES)('the office has a name in %s for every field of a requisite that the library knows', (locale) => {
  const names = (loadMessages(locale)['office'] as { readonly detail: Readonly<Record<string, string>> }).detail;
  const keys = LIBRARY_CODES.flatMap((code) => {
    const system = fromLibrary(code, 'manual');
    return [...(system?.incomeFields ?? []), ...(system?.outcomeFields ?? [])].map(({ key }) => key);
  });
  expect(keys.length).toBeGreaterThan(100);
  expect([...new Set(keys)].filter((key) => names[key] === undefined)).toEqual([]);
});
