import type { Translate } from '#web/i18n/translator.ts';
import type { DocCall } from './calls.ts';

/** What a call does, in the reader's language; a call that is too young for words says it in the description's own. */
export function titleOf(t: Translate, { name, summary }: Pick<DocCall, 'name' | 'summary'>): string {
  const key = `developers.call.${name}`;
  const words = t(key);
  return words === key ? summary : words;
}
