import { localeOf } from './locale.ts';
import { MESSAGE_FILES, type PageWords } from './message-files.ts';
import { addMessages } from './translator.ts';

/**
 * Fetches words in the language of the page, and only in that one: another language is another document. A page awaits its own before it
 * runs; the server knows all of them.
 */
export async function loadMessages(...names: readonly PageWords[]): Promise<void> {
  if (import.meta.env.SSR) return;
  const locale = localeOf(globalThis.location.pathname);
  const read = async (name: PageWords) => [name, (await (await fetch(MESSAGE_FILES[locale][name])).json()) as object] as const;
  addMessages(locale, Object.fromEntries(await Promise.all(names.map(read))));
}
