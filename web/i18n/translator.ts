import type { Locale } from '#core/locale.ts';

export type Params = Readonly<Record<string, string | number>>;
/** Gives the words for a key such as `exchange.give`; its first part names the file. */
export type Translate = (key: string, params?: Params) => string;
/** Messages by namespace: `{web: {...}, status: {...}}`. */
export type Messages = Readonly<Record<string, object>>;

/*
 * Reads the same files as the server's i18next and gives the same words (tested key by key): nested keys, `{{name}}`,
 * plurals by `_one`, `_few`, `_many`, `_other`. The library itself would be a tenth of the page's scripts (quality G2).
 */
interface Dictionary {
  readonly messages: Messages;
  readonly translate: Translate;
}

const dictionaries = new Map<Locale, Dictionary>();
/** What the shop is called, for every text that says it (`{{brand}}`). */
let house: Readonly<Partial<Record<Locale, string>>> = {};

/** Tells what the shop is called: the server knows it in both languages, a browser in the one of its page. */
export function nameShop(names: Readonly<Partial<Record<Locale, string>>>): void {
  house = names;
}

function find(messages: Messages, key: string): string | undefined {
  let found: unknown = messages;
  for (const part of key.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined;
    found = (found as Record<string, unknown>)[part];
  }
  return typeof found === 'string' ? found : undefined;
}

const fill = (text: string, params: Params): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(params[name] ?? whole));

function createTranslate(locale: Locale, messages: Messages): Translate {
  const plurals = new Intl.PluralRules(locale);
  return (key, params = {}) => {
    const { count } = params;
    const plural = typeof count === 'number' ? find(messages, `${key}_${plurals.select(count)}`) : undefined;
    const text = plural ?? find(messages, key);
    return text === undefined ? key : fill(text, { brand: house[locale] ?? '', ...params });
  };
}

/** Makes the words of a language known. The server knows both; a browser knows the one of its page. */
export function registerMessages(locale: Locale, messages: Messages): void {
  dictionaries.set(locale, { messages, translate: createTranslate(locale, messages) });
}

/** Adds namespaces that arrive after the page did. */
export function addMessages(locale: Locale, messages: Messages): void {
  registerMessages(locale, { ...dictionaries.get(locale)?.messages, ...messages });
}

/** The words of a language; throws when it was never registered (a fault of the entry, not of the page). */
export function translatorOf(locale: Locale): Translate {
  const known = dictionaries.get(locale);
  if (known === undefined) throw new Error(`no messages registered for ${locale}`);
  return (key, params) => (dictionaries.get(locale) ?? known).translate(key, params);
}
