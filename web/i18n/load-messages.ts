import { localeOf } from './locale.ts';
import { MESSAGE_FILES, type MessageNamespace } from './message-files.ts';
import { addMessages } from './translator.ts';

/** A connection that no longer answers must not hold a page. */
const FETCH_TIMEOUT_MS = 30_000;

/**
 * Fetches message namespaces in the language of the page only: another language is another document. A page module awaits its own before
 * it runs; the server has all of them.
 */
export async function loadMessages(...names: readonly MessageNamespace[]): Promise<void> {
  if (import.meta.env.SSR) return;
  const locale = localeOf(globalThis.location.pathname);
  const load = async (name: MessageNamespace) =>
    [name, (await (await fetch(MESSAGE_FILES[locale][name], { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })).json()) as object] as const;
  addMessages(locale, Object.fromEntries(await Promise.all(names.map(load))));
}
