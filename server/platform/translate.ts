import i18next from 'i18next';
import { LOCALES, type Locale } from '#core/locale.ts';
import { loadMessages, type Messages } from '#locales/load.ts';

export type Translate = (locale: Locale, key: string, params?: Readonly<Record<string, string | number>>) => string;

/**
 * Localised text of the server: `t('ru', 'refusals.title.required')`; the first segment of the key is the namespace.
 * A missing key gives the key itself, so that it is seen rather than empty.
 */
export function createTranslate(
  messages: Readonly<Record<Locale, Messages>> = { ru: loadMessages('ru'), en: loadMessages('en') },
): Translate {
  const namespaces = [...new Set(LOCALES.flatMap((locale) => Object.keys(messages[locale])))];
  const instance = i18next.createInstance();
  void instance.init({
    resources: messages,
    ns: namespaces,
    defaultNS: false,
    fallbackLng: false,
    initAsync: false,
    // Text goes into JSON, mails and PDFs; each of them escapes in its own way
    interpolation: { escapeValue: false },
  });
  // What the shop is called until its owner says otherwise
  const house = (locale: Locale): string => instance.t('house', { lng: locale, ns: 'mail' });
  return (locale, key, params = {}) => {
    const dot = key.indexOf('.');
    return instance.t(key.slice(dot + 1), { brand: house(locale), ...params, lng: locale, ns: key.slice(0, dot) });
  };
}
