import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAIL_CHOICES } from '#core/mail/order-mails.ts';
import { filesBelow, textOf } from './files.ts';

const LANGUAGES = ['ru', 'en'] as const;
const PLURAL = /_(zero|one|two|few|many|other)$/;

type Tree = { readonly [key: string]: string | Tree };

function keysOf(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) => {
      const name = prefix === '' ? key : `${prefix}.${key}`;
      return typeof value === 'string' ? [[name, value] as const] : [...keysOf(value, name)];
    }),
  );
}

const namespaces = [
  ...new Set(LANGUAGES.flatMap((language) => filesBelow(`locales/${language}`, /\.json$/).map((file) => path.basename(file, '.json')))),
];
const messages = (language: string, namespace: string): Map<string, string> =>
  filesBelow(`locales/${language}`, /\.json$/).includes(`locales/${language}/${namespace}.json`)
    ? keysOf(JSON.parse(textOf(`locales/${language}/${namespace}.json`)) as Tree)
    : new Map<string, string>();

const withoutPlural = (keys: Iterable<string>): string[] => [...new Set([...keys].map((key) => key.replace(PLURAL, '')))].toSorted();
const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{-?\s*(\w+)[^}]*\}\}/g)].map((match) => match[1] ?? ''))].toSorted();

describe.each(namespaces)('messages of %s', (namespace) => {
  const ru = messages('ru', namespace);
  const en = messages('en', namespace);

  it('exist in both languages', () => {
    expect(withoutPlural(ru.keys())).toEqual(withoutPlural(en.keys()));
  });

  it('are not empty', () => {
    expect([...ru, ...en].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]);
  });

  it('take the same values', () => {
    const different = [...ru].filter(([key, text]) => {
      const other = en.get(key) ?? en.get(key.replace(PLURAL, '_other')) ?? en.get(key.replace(PLURAL, ''));
      return other !== undefined && placeholders(text).join() !== placeholders(other).join() && !PLURAL.test(key);
    });
    expect(different.map(([key]) => key)).toEqual([]);
  });

  it('have every plural form that their language needs', () => {
    const missing = (keys: ReadonlyMap<string, string>, forms: readonly string[]) =>
      [...keys.keys()]
        .filter((key) => key.endsWith('_one') && ['few', 'many', 'other'].some((form) => keys.has(key.replace(/_one$/, `_${form}`))))
        .flatMap((key) => forms.map((form) => key.replace(/_one$/, `_${form}`)))
        .filter((key) => !keys.has(key));
    expect(missing(ru, ['few', 'many'])).toEqual([]);
    expect(missing(en, ['other'])).toEqual([]);
  });

  it('write an amount as amounts are written, in one line with its currency', () => {
    const byHand = /(?<!\+)\d[ ,]\d{3}(?![\d-])|\d (?:₽|\$|RUB|USD|EUR)|[$€]\d/;
    expect([...ru, ...en].filter(([, text]) => byHand.test(text)).map(([key, text]) => `${key}: ${text}`)).toEqual([]);
  });

  it('use one word for an e-mail in English', () => {
    const other = /(?<![\w{.@])emails?(?![\w}])/i;
    // Messages of the specification (spec 5) stay word for word
    const dictated = new Set(['Enter a valid email.']);
    expect([...en].filter(([, text]) => other.test(text) && !dictated.has(text)).map(([key, text]) => `${key}: ${text}`)).toEqual([]);
  });

  it('are written in their own alphabet', () => {
    expect([...en].filter(([key, text]) => /[а-яё]/i.test(text) && !key.endsWith('language')).map(([key]) => key)).toEqual([]);
  });
});

it('a key occurs once in its object: a second one would replace the first', () => {
  const strings = /"(?:[^"\\]|\\.)*"(\s*:)?/g;
  const countKeys = (text: string) => [...text.matchAll(strings)].filter(([, colon]) => colon !== undefined).length;
  const files = LANGUAGES.flatMap((language) => filesBelow(`locales/${language}`, /\.json$/));
  const countParsedKeys = (text: string) => countKeys(JSON.stringify(JSON.parse(text)));
  expect(files.filter((file) => countKeys(textOf(file)) !== countParsedKeys(textOf(file)))).toEqual([]);
});

describe('keys in code', () => {
  const known = new Set(
    namespaces.flatMap((namespace) => withoutPlural(messages('ru', namespace).keys()).map((key) => `${namespace}.${key}`)),
  );
  const server = filesBelow('server', /\.ts$/).filter((file) => !file.endsWith('.test.ts'));

  it('exist for every e-mail that can be switched off', () => {
    const named = MAIL_CHOICES.flatMap((choice) => [`mail.off.${choice}`, `own.off.choice.${choice}`, `notices.event.${choice}`]);
    expect(named.filter((key) => !known.has(key))).toEqual([]);
  });

  it('are found in the messages', () => {
    const used = server.flatMap((file) =>
      [...textOf(file).matchAll(/\bt\(\s*[\w.]+\s*,\s*'([\w.]+)'/g)].map((match) => ({ file, key: match[1] ?? '' })),
    );
    expect(used.filter(({ key }) => !known.has(key)).map(({ file, key }) => `${file}: ${key}`)).toEqual([]);
  });

  it('of pages are found in the messages; a key of a group is no message', () => {
    const pages = ['web', 'office'].flatMap((layer) => filesBelow(layer, /\.tsx?$/)).filter((file) => !/\.test\.tsx?$/.test(file));
    const used = pages.flatMap((file) =>
      [...textOf(file).matchAll(/\bt\(\s*'([a-z_]+\.[\w.]+)'/g)].map((match) => ({ file, key: match[1] ?? '' })),
    );
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter(({ key }) => !known.has(key)).map(({ file, key }) => `${file}: ${key}`)).toEqual([]);
  });

  it('are given every value that their message takes', () => {
    const texts = new Map<string, string>(
      namespaces.flatMap((name) => [...messages('ru', name)].map(([key, text]) => [`${name}.${key}`, text] as const)),
    );
    const call = /\bt\(\s*(?:[\w.]+\s*,\s*)?'([a-z_]+\.[\w.]+)',\s*\{([^{}]*)\}/g;
    const calls = ['server', 'web', 'office']
      .flatMap((layer) => filesBelow(layer, /\.tsx?$/))
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .flatMap((file) => [...textOf(file).matchAll(call)].map(([, key = '', values = '']) => ({ file, key, values })))
      .filter(({ values }) => !values.includes('...'));
    const missing = calls.flatMap(({ file, key, values }) => {
      const given = new Set(['brand', 'count', ...[...values.matchAll(/(?:^|,)\s*(\w+)\s*(?=[:,]|$)/g)].map(([, name]) => name)]);
      const taken = placeholders(texts.get(key) ?? texts.get(`${key}_other`) ?? '');
      return taken.filter((name) => !given.has(name)).map((name) => `${file}: ${key} takes ${name}`);
    });
    expect(calls.length).toBeGreaterThan(300);
    expect(missing).toEqual([]);
  });

  it('use every message', () => {
    const layers = ['core', 'server', 'web', 'office'].flatMap((layer) => filesBelow(layer, /\.(ts|tsx)$/));
    const text = layers
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .map(textOf)
      .concat(textOf('web/widget/index.html').replaceAll(/\{\{([\w.]+)\}\}/g, "'$1'"))
      .join('\n');
    const named = new Set([...text.matchAll(/['"`]([a-z_]+(?:\.\w+)+)['"`]/g)].map((match) => match[1] ?? ''));
    const made = [...new Set([...text.matchAll(/`([a-z_]+\.[^`\n]*\$\{[^`\n]*)`/g)].map((match) => match[1] ?? ''))].map(
      (template) => new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w.]+')}$`),
    );
    // Two files are read whole: the library of payment systems, and the page of a failed start
    const unused = [...known].filter(
      (key) => !/^(?:catalogue|away)\./.test(key) && !named.has(key) && !made.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
  });

  it('replace visible text: no Cyrillic in code', () => {
    const layers = ['core', 'contract', 'server', 'ui', 'web', 'office'].flatMap((layer) => filesBelow(layer, /\.(ts|tsx)$/));
    const allowed = /\.test\.tsx?$/;
    const found = layers
      .filter((file) => !allowed.test(file))
      .flatMap((file) =>
        textOf(file)
          .split('\n')
          .flatMap((line, i) => (/^(?!\s*(?:\/\/|\/?\*)).*[а-яё]{3,}/i.test(line) ? [`${file}:${i + 1}`] : [])),
      );
    // Bank files and messages are parsed by their Russian words; a keyboard layout is letters
    expect(
      found.filter(
        (line) => !/\/(?:statements\/[a-z0-9-]+|demo-[a-z-]+|payment-systems\/library\/[a-z]+|search\/keyboard-layout)\.ts/.test(line),
      ),
    ).toEqual([]);
  });
});
