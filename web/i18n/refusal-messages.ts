import type { Locale } from '#core/locale.ts';
import type { Refusal } from '#core/refusal.ts';
import en from '#locales/en/refusals.json?url';
import ru from '#locales/ru/refusals.json?url';
import { addMessages, type Translate } from './translator.ts';

const URLS: Readonly<Record<Locale, string>> = { ru, en };
const loaded = new Map<Locale, Promise<void>>();

/** Fetches the refusal texts once, after hydration: no form is checked before. */
export function loadRefusalMessages(locale: Locale): Promise<void> {
  const load = async () => {
    const response = await fetch(URLS[locale]);
    if (!response.ok) throw new Error('the refusal messages did not load');
    addMessages(locale, { refusals: (await response.json()) as object });
  };
  const existing = loaded.get(locale);
  if (existing !== undefined) return existing;
  const started = load().catch(() => void loaded.delete(locale));
  loaded.set(locale, started);
  return started;
}

/** Text of a refusal found in the browser, the same as the server's; a general text where the messages could not be loaded. */
export function refusalText(t: Translate, refusal: Refusal): string {
  const key = `refusals.detail.${refusal.message ?? refusal.code}`;
  const text = t(key, refusal.params);
  return text === key ? t('shell.field.check') : text;
}
