import type { Locale } from '#core/locale.ts';

export type Params = Readonly<Record<string, string | number>>;
/** Text of a key such as `exchange.give`; the first part is the namespace. */
export type Translate = (key: string, params?: Params) => string;
/** Messages by namespace: `{web: {...}, status: {...}}`. */
export type Messages = Readonly<Record<string, object>>;

/*
 * Gives the same texts as the server's i18next, tested key by key. The library itself would be a tenth of the page's scripts
 * (quality G2).
 */
interface Dictionary {
  readonly messages: Messages;
  readonly translate: Translate;
}

const dictionaries = new Map<Locale, Dictionary>();
/** Name of the service by language, for `{{brand}}`. */
let brandNames: Readonly<Partial<Record<Locale, string>>> = {};

/** Sets the name of the service: on the server in both languages, in a browser in that of the page. */
export function setBrandNames(names: Readonly<Partial<Record<Locale, string>>>): void {
  brandNames = names;
}

function find(messages: Messages, key: string): string | undefined {
  let node: unknown = messages;
  for (const part of key.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, part)) return undefined;
    node = (node as Record<string, unknown>)[part];
  }
  return typeof node === 'string' ? node : undefined;
}

const fill = (text: string, params: Params): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(params[name] ?? whole));

function createTranslate(locale: Locale, messages: Messages): Translate {
  const plurals = new Intl.PluralRules(locale);
  return (key, params = {}) => {
    const { count } = params;
    const plural = typeof count === 'number' ? find(messages, `${key}_${plurals.select(count)}`) : undefined;
    const text = plural ?? find(messages, key);
    return text === undefined ? key : fill(text, { brand: brandNames[locale] ?? '', ...params });
  };
}

/** Sets the messages of a language: on the server both, in a browser that of the page. */
export function registerMessages(locale: Locale, messages: Messages): void {
  dictionaries.set(locale, { messages, translate: createTranslate(locale, messages) });
}

/** Adds namespaces that are loaded after the page. */
export function addMessages(locale: Locale, messages: Messages): void {
  registerMessages(locale, { ...dictionaries.get(locale)?.messages, ...messages });
}

/** The translate function of a language; throws when none is registered (a fault of the entry module). */
export function translatorOf(locale: Locale): Translate {
  const dictionary = dictionaries.get(locale);
  if (dictionary === undefined) throw new Error(`no messages registered for ${locale}`);
  return (key, params) => (dictionaries.get(locale) ?? dictionary).translate(key, params);
}
