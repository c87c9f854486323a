import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadMessages } from '#locales/load.ts';

/** Messages named in code: `message: 'invalid_email'` of a refusal. */
function namedMessages(): ReadonlyMap<string, string> {
  const files = globSync('{core,server}/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  return new Map(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bcode: '\w+',[^{}]*?\bmessage: '(\w+)'/g)].map((match): [string, string] => [
        match[1] ?? '',
        file,
      ]),
    ),
  );
}

test('every message that a refusal names exists in both languages', () => {
  for (const locale of ['ru', 'en']) {
    const detail = loadMessages(locale)['refusals']?.['detail'] as Readonly<Record<string, string>>;
    for (const [key, file] of namedMessages())
      expect(detail[key], `${locale}: refusals.detail.${key}, named in ${file}`).toBeTypeOf('string');
  }
});

test('every subject of an audit log entry has a name in both languages', () => {
  const files = globSync('server/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const subjects = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bsubjectType: '(\w+)'/g)].map((match) => match[1] ?? ''),
  );
  for (const locale of ['ru', 'en']) {
    const desk = loadMessages(locale)['office_staff'] as { readonly audit: { readonly about: Readonly<Record<string, string>> } };
    expect([...new Set(subjects)].filter((subject) => desk.audit.about[subject] === undefined)).toEqual([]);
  }
});
