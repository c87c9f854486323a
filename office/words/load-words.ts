import { createInstance, type i18n } from 'i18next';
import type { Locale } from '#core/locale.ts';

const LOADERS: Readonly<Record<Locale, () => Promise<{ default: object }>>> = {
  ru: () => import('#locales/ru/office.json'),
  en: () => import('#locales/en/office.json'),
};

/** The office's words of one language; only that language travels. */
export async function loadWords(locale: Locale): Promise<i18n> {
  const { default: office } = await LOADERS[locale]();
  const instance = createInstance();
  await instance.init({
    lng: locale,
    ns: ['translation'],
    resources: { [locale]: { translation: { office } } },
    // React escapes
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  return instance;
}

const KEPT = 'office-locale';

/** The operator's last choice on this device, else the browser's language. */
export function chosenLocale(): Locale {
  const kept = localStorage.getItem(KEPT);
  if (kept === 'ru' || kept === 'en') return kept;
  return navigator.language.startsWith('ru') ? 'ru' : 'en';
}

export const keepLocale = (locale: Locale): void => localStorage.setItem(KEPT, locale);
