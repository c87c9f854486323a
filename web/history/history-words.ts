import type { Locale } from '#core/locale.ts';
import en from '#locales/en/rate_history.json?url';
import ru from '#locales/ru/rate_history.json?url';
import { addMessages } from '#web/i18n/translator.ts';
import { untilArrived } from '#web/shell/late-parts.ts';

const URLS: Readonly<Record<Locale, string>> = { ru, en };
const loaded = new Map<Locale, Promise<void>>();

async function load(locale: Locale): Promise<void> {
  const reply = await fetch(URLS[locale]);
  if (!reply.ok) throw new Error('the words of the chart did not arrive');
  addMessages(locale, { rate_history: (await reply.json()) as object });
}

/** The words of the chart: they come with it, and are asked for until they do. */
export function historyWords(locale: Locale): Promise<void> {
  const known = loaded.get(locale) ?? untilArrived(() => load(locale));
  loaded.set(locale, known);
  return known;
}
