import type { Locale } from '#core/locale.ts';
import type { Refusal } from '#core/refusal.ts';
import en from '#locales/en/refusals.json?url';
import ru from '#locales/ru/refusals.json?url';
import { addMessages, type Translate } from './translator.ts';

const URLS: Readonly<Record<Locale, string>> = { ru, en };
const loaded = new Map<Locale, Promise<void>>();

/** Fetches the sentences of refusals once, after the page has come to life: until then no check can speak. */
export function loadRefusalWords(locale: Locale): Promise<void> {
  const load = async () => {
    const reply = await fetch(URLS[locale]);
    if (!reply.ok) throw new Error('the sentences of refusals did not arrive');
    addMessages(locale, { refusals: (await reply.json()) as object });
  };
  const known = loaded.get(locale);
  if (known !== undefined) return known;
  const started = load().catch(() => void loaded.delete(locale));
  loaded.set(locale, started);
  return started;
}

/** The sentence of a refusal found in the browser; the same one the server would have sent. Without a connection it may be missing: then a general one. */
export function refusalText(t: Translate, refusal: Refusal): string {
  const key = `refusals.detail.${refusal.message ?? refusal.code}`;
  const text = t(key, refusal.params);
  return text === key ? t('shell.field.check') : text;
}
