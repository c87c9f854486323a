import i18next from 'i18next';
import { LOCALES, type Locale } from '#core/locale.ts';
import { loadMessages, type Messages } from '#locales/load.ts';

export type Translate = (locale: Locale, key: string, params?: Readonly<Record<string, string | number>>) => string;

/**
 * Localised text of the server: `t('ru', 'refusals.title.required')`; the first segment is the namespace. A missing key returns the key
 * itself, so that it is noticed.
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
    // Text is used in JSON, mails and PDFs, each with its own escaping
    interpolation: { escapeValue: false },
  });
  // Name of the shop until its owner sets one
  const defaultBrand = (locale: Locale): string => instance.t('house', { lng: locale, ns: 'mail' });
  return (locale, key, params = {}) => {
    const dot = key.indexOf('.');
    return instance.t(key.slice(dot + 1), { brand: defaultBrand(locale), ...params, lng: locale, ns: key.slice(0, dot) });
  };
}
