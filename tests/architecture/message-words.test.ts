import { expect, it } from 'vitest';
import { SAID_BY_SERVER, SAID_IN_BROWSER } from '#tests/make/messages.ts';
import { filesBelow, textOf } from './files.ts';

type Tree = { readonly [key: string]: string | Tree };

interface Message {
  readonly key: string;
  readonly text: string;
}

const flatten = (tree: Tree, prefix: string): Message[] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ key: `${prefix}.${name}`, text: value }] : flatten(value, `${prefix}.${name}`),
  );

const messagesIn = (language: 'ru' | 'en'): Message[] =>
  filesBelow(`locales/${language}`, /\.json$/).flatMap((file) =>
    flatten(JSON.parse(textOf(file)) as Tree, file.replace(/^.*\/|\.json$/g, '')),
  );

/** A message with its values and final full stop left out, to compare it with the specification's. */
const shapeOf = (text: string): string => text.replaceAll(/\{\{?\w+\}?\}|\d+|E-mail/g, '…').replace(/\.$/, '');
/** Messages of the specification stay word for word (spec 5, 8). */
const SPECIFIED = new Set(
  Object.values({ ...SAID_BY_SERVER, ...SAID_IN_BROWSER })
    .flatMap((one) => [one.says, one.ru, one.en])
    .map(shapeOf),
);
const ru = messagesIn('ru').filter(({ text }) => !SPECIFIED.has(shapeOf(text)));
const en = messagesIn('en').filter(({ text }) => !SPECIFIED.has(shapeOf(text)));

const matching = (messages: readonly Message[], pattern: RegExp): string[] =>
  messages.filter(({ text }) => pattern.test(text)).map(({ key, text }) => `${key}: ${text}`);

const UNCONTRACTED =
  /\b(?:cannot|can not|will not|(?:do|does|did|is|are|was|were|has|have|had|would|could|should) not)\b(?! only)|\b(?<!(?:where|what|who|how|as|than|whichever|with|by|in|beyond|of|opened|on|to|from|for) )(?:(?:we|you|they) (?:are|will)|it (?:is|will))(?= [a-z{0-9])/i;

it('English is contracted as it is spoken', () => {
  expect(en.length).toBeGreaterThan(1000);
  expect(ru.length).toBeGreaterThan(1000);
  expect(matching(en, UNCONTRACTED)).toEqual([]);
});

/** Words that are out, from the table of `docs/glossary.md`; `*` stands for any ending. */
const wordsOut = (textOf('docs/glossary.md').split('## Words on screens')[1] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Russian'))
  .flatMap((line) => line.split('|')[3]?.split(',') ?? [])
  .map((word) => word.trim());

it('one thing has one word: no message uses a word that the glossary rules out', () => {
  expect(wordsOut.length).toBeGreaterThan(30);
  const anyOf = wordsOut.map((word) => word.replace('*', '[а-яёa-z]*')).join('|');
  // «Сам обмен» emphasises; it does not say that a thing acts
  const pattern = new RegExp(`(?<![а-яёa-z{.])(?:${anyOf})(?![а-яёa-z}])(?! обмен)`, 'i');
  expect(matching([...ru, ...en], pattern)).toEqual([]);
  const pages = filesBelow('server/content/seed', /\.md$/).flatMap((file) =>
    textOf(file)
      .split('\n')
      .filter((line) => !line.startsWith('slug:'))
      .map((text) => ({ key: file, text })),
  );
  expect(pages.length).toBeGreaterThan(300);
  expect(matching(pages, pattern)).toEqual([]);
});

it('English has no «by the link», and the Russian account has one name', () => {
  expect(matching(en, /\bby (?:the|a|your|our) links?\b/i)).toEqual([]);
  // An acquirer has its own cabinet
  const ours = ru.filter(({ key }) => !key.startsWith('office_acquirers.'));
  expect(matching(ours, /(?<![а-яё])кабинет[а-яё]*/i)).toEqual([]);
  expect(matching(ru, /друг(?:ой|ого|им|ому) оператор/i)).toEqual([]);
});

it('both sides of an order have the same names in the queue and among approvals', () => {
  for (const messages of [ru, en]) {
    const textAt = (key: string) => messages.find((message) => message.key === key)?.text ?? '';
    for (const side of ['give', 'get']) {
      expect(textAt(`office.queue.column.${side}`)).not.toBe('');
      expect(textAt(`office.approvals.column.${side}`)).toBe(textAt(`office.queue.column.${side}`));
    }
  }
});

const OFFICE = /^(?:office|alarms|catalogue_desk|customers_desk|rates\.|figures|limits|shifts|switches|staff_letters)/;

it('customers read of staff as «сотрудник»', () => {
  const customers = ru.filter(({ key }) => !OFFICE.test(key) && !key.startsWith('refusals.'));
  expect(customers.length).toBeGreaterThan(1000);
  expect(matching(customers, /(?<![а-яё])оператор[а-яё]*/i)).toEqual([]);
});

it('the office uses no storyteller’s verbs', () => {
  const office = ru.filter(({ key }) => OFFICE.test(key));
  expect(office.length).toBeGreaterThan(1000);
  const verbs = /(?<![а-яё])(?:увидел|видите деньги|отпусти|отпущ|позва|зовёт|взял|упёр|забрал|уйд[её]т|уйдут|ушл)[а-яё]*/i;
  expect(matching(office, verbs)).toEqual([]);
});

interface Place {
  readonly most: number;
  /** Where code shows a message in this place; the first group is its key. */
  readonly used: readonly RegExp[];
}

/** Characters that a place has room for; a value counts as four. */
const PLACES: Readonly<Record<string, Place>> = {
  button: { most: 32, used: [/<Button\b(?:[^<>]|=>)*>\s*\{t\(\s*'([\w.]+)'/g, /\bsubmit(?:=\{|: )t\('([\w.]+)'/g] },
  label: { most: 75, used: [/\blabel(?:=\{|: )t\('([\w.]+)'/g] },
  hint: { most: 115, used: [/\bhint(?:=\{|: )t\('([\w.]+)'/g] },
  heading: { most: 60, used: [/<(?:h1|h2|h3|legend)\b[^<>]*>\s*\{t\('([\w.]+)'/g] },
  placeholder: { most: 40, used: [/\bplaceholder=\{t\('([\w.]+)'/g] },
};

const lengthOf = (text: string): number => text.replaceAll(/\{\{[^}]*\}\}/g, '0000').length;
const longerThan = (messages: readonly Message[], most: number): string[] =>
  messages.filter(({ text }) => lengthOf(text) > most).map(({ key, text }) => `${key} (${lengthOf(text)}): ${text}`);
const code = ['web', 'office', 'ui']
  .flatMap((layer) => filesBelow(layer, /\.tsx?$/))
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map(textOf)
  .join('\n');

it.each(Object.entries(PLACES))('a %s fits its place', (_, { most, used }) => {
  const keys = new Set(used.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? '')));
  expect(keys.size).toBeGreaterThan(10);
  const shown = [...ru, ...en].filter(({ key }) => keys.has(key.replace(/_(?:zero|one|two|few|many|other)$/, '')));
  expect(longerThan(shown, most)).toEqual([]);
});

it('the subject of an e-mail fits a list of e-mails', () => {
  const subjects = [...ru, ...en].filter(({ key }) => /\.subject(?:_[a-z]+)?$/.test(key));
  expect(subjects.length).toBeGreaterThan(50);
  expect(longerThan(subjects, 60)).toEqual([]);
});
