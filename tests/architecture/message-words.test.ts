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
