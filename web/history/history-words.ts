import type { Locale } from '#core/locale.ts';
import en from '#locales/en/rate_history.json?url';
import ru from '#locales/ru/rate_history.json?url';
import { addMessages } from '#web/i18n/translator.ts';
import { retryUntilLoaded } from '#web/loading/late-parts.ts';

const URLS: Readonly<Record<Locale, string>> = { ru, en };
const loaded = new Map<Locale, Promise<void>>();

async function load(locale: Locale): Promise<void> {
  const reply = await fetch(URLS[locale]);
  if (!reply.ok) throw new Error('the words of the chart did not arrive');
  addMessages(locale, { rate_history: (await reply.json()) as object });
}

/** Messages of the chart. They load with it, and are retried until they arrive. */
export function historyWords(locale: Locale): Promise<void> {
  const loading = loaded.get(locale) ?? retryUntilLoaded(() => load(locale));
  loaded.set(locale, loading);
  return loading;
}
