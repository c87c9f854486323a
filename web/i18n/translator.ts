import { createInstance, type i18n } from 'i18next';
import type { Locale } from '#core/payment-system/payment-system.ts';

export type Params = Readonly<Record<string, string | number>>;
/** Gives the words for a key such as `web.exchange.give`; its first part names the file. */
export type Translate = (key: string, params?: Params) => string;
/** Messages by namespace: `{web: {...}, status: {...}}`. */
export type Messages = Readonly<Record<string, object>>;

const instances = new Map<Locale, i18n>();
const translators = new Map<Locale, Translate>();

/** Makes the words of a language known. The server knows both; a browser knows the one of its page. */
export function registerMessages(locale: Locale, messages: Messages): void {
  const instance = createInstance();
  void instance.init({
    lng: locale,
    fallbackLng: false,
    resources: { [locale]: { translation: messages } },
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  instances.set(locale, instance);
  translators.set(locale, (key, params) => instance.t(key, { ...params }));
}

/** Adds namespaces that arrive after the page did. */
export function addMessages(locale: Locale, messages: Messages): void {
  instances.get(locale)?.addResourceBundle(locale, 'translation', messages, true);
}

/** The words of a language; throws when it was never registered (a fault of the entry, not of the page). */
export function translatorOf(locale: Locale): Translate {
  const translate = translators.get(locale);
  if (translate === undefined) throw new Error(`no messages registered for ${locale}`);
  return translate;
}
