import { createInstance, type i18n } from 'i18next';
import type { Locale } from '#core/locale.ts';

type Messages = Promise<{ default: object }>;

/** Loaded at the start: messages of the frame, the queue, the order page and the sign-in. */
const SHELL_PARTS = ['office', 'office_door'] as const;

/** Messages by part, each a file of `locales`: a screen loads its own (`screen` in `routes.tsx`). Keys begin with the part's name. */
const PARTS = {
  office: { ru: () => import('#locales/ru/office.json'), en: () => import('#locales/en/office.json') },
  refusals: { ru: () => import('#locales/ru/refusals.json'), en: () => import('#locales/en/refusals.json') },
  shifts: { ru: () => import('#locales/ru/shifts.json'), en: () => import('#locales/en/shifts.json') },
  figures: { ru: () => import('#locales/ru/figures.json'), en: () => import('#locales/en/figures.json') },
  alarms: { ru: () => import('#locales/ru/alarms.json'), en: () => import('#locales/en/alarms.json') },
  limits: { ru: () => import('#locales/ru/limits.json'), en: () => import('#locales/en/limits.json') },
  rates: { ru: () => import('#locales/ru/rates.json'), en: () => import('#locales/en/rates.json') },
  office_market_stats: {
    ru: () => import('#locales/ru/office_market_stats.json'),
    en: () => import('#locales/en/office_market_stats.json'),
  },
  rate_history: { ru: () => import('#locales/ru/rate_history.json'), en: () => import('#locales/en/rate_history.json') },
  office_opening: { ru: () => import('#locales/ru/office_opening.json'), en: () => import('#locales/en/office_opening.json') },
  switches: { ru: () => import('#locales/ru/switches.json'), en: () => import('#locales/en/switches.json') },
  office_by_hand: { ru: () => import('#locales/ru/office_by_hand.json'), en: () => import('#locales/en/office_by_hand.json') },
  office_cards: { ru: () => import('#locales/ru/office_cards.json'), en: () => import('#locales/en/office_cards.json') },
  office_partners: { ru: () => import('#locales/ru/office_partners.json'), en: () => import('#locales/en/office_partners.json') },
  office_staff: { ru: () => import('#locales/ru/office_staff.json'), en: () => import('#locales/en/office_staff.json') },
  office_countries: { ru: () => import('#locales/ru/office_countries.json'), en: () => import('#locales/en/office_countries.json') },
  office_acquirers: { ru: () => import('#locales/ru/office_acquirers.json'), en: () => import('#locales/en/office_acquirers.json') },
  office_texts: { ru: () => import('#locales/ru/office_texts.json'), en: () => import('#locales/en/office_texts.json') },
  office_webhooks: { ru: () => import('#locales/ru/office_webhooks.json'), en: () => import('#locales/en/office_webhooks.json') },
  office_reviews: { ru: () => import('#locales/ru/office_reviews.json'), en: () => import('#locales/en/office_reviews.json') },
  office_business: { ru: () => import('#locales/ru/office_business.json'), en: () => import('#locales/en/office_business.json') },
  office_notice: { ru: () => import('#locales/ru/office_notice.json'), en: () => import('#locales/en/office_notice.json') },
  office_requests: { ru: () => import('#locales/ru/office_requests.json'), en: () => import('#locales/en/office_requests.json') },
  office_content: { ru: () => import('#locales/ru/office_content.json'), en: () => import('#locales/en/office_content.json') },
  office_door: { ru: () => import('#locales/ru/office_door.json'), en: () => import('#locales/en/office_door.json') },
  office_earnings: { ru: () => import('#locales/ru/office_earnings.json'), en: () => import('#locales/en/office_earnings.json') },
  office_chat: { ru: () => import('#locales/ru/office_chat.json'), en: () => import('#locales/en/office_chat.json') },
  office_withdrawals: { ru: () => import('#locales/ru/office_withdrawals.json'), en: () => import('#locales/en/office_withdrawals.json') },
  customers_desk: { ru: () => import('#locales/ru/customers_desk.json'), en: () => import('#locales/en/customers_desk.json') },
  catalogue_desk: { ru: () => import('#locales/ru/catalogue_desk.json'), en: () => import('#locales/en/catalogue_desk.json') },
} as const satisfies Readonly<Record<string, Readonly<Record<Locale, () => Messages>>>>;

export type MessagesPart = keyof typeof PARTS;

/** Parts in use; another language is loaded with all of them. */
const loadedParts = new Set<MessagesPart>(SHELL_PARTS);
let current: i18n | undefined;

const localeOf = (instance: i18n): Locale => (instance.language === 'en' ? 'en' : 'ru');

async function read(locale: Locale, part: MessagesPart): Promise<Readonly<Record<string, object>>> {
  return { [part]: (await PARTS[part][locale]()).default };
}

/** The messages of one language, with every part in use. */
export async function loadMessages(locale: Locale): Promise<i18n> {
  const parts = await Promise.all([...loadedParts].map((part) => read(locale, part)));
  const instance = createInstance();
  await instance.init({
    lng: locale,
    ns: ['translation'],
    resources: { [locale]: { translation: Object.assign({}, ...parts) as Record<string, object> } },
    // React escapes
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  current = instance;
  return instance;
}

/** Loads a part unless it is loaded. */
export async function ensureMessages(part: MessagesPart): Promise<void> {
  if (loadedParts.has(part)) return;
  const instance = current;
  if (instance !== undefined) {
    const locale = localeOf(instance);
    instance.addResourceBundle(locale, 'translation', await read(locale, part), true, true);
  }
  loadedParts.add(part);
  // The language was changed while the part was loading: load it in the new language
  if (current !== undefined && current !== instance) {
    const locale = localeOf(current);
    current.addResourceBundle(locale, 'translation', await read(locale, part), true, true);
  }
}

const STORAGE_KEY = 'office-locale';

/** The operator's last choice on this device, else the browser's language. */
export function initialLocale(): Locale {
  const stored = localStorage.getItem(STORAGE_KEY);
  if (stored === 'ru' || stored === 'en') return stored;
  return navigator.language.startsWith('ru') ? 'ru' : 'en';
}

export const saveLocale = (locale: Locale): void => localStorage.setItem(STORAGE_KEY, locale);
