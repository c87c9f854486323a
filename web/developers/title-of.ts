import type { Translate } from '#web/i18n/translator.ts';
import type { DocCall } from './calls.ts';

/** Title of a call in the reader's language; without a translation, its English summary. */
export function titleOf(t: Translate, { name, summary }: Pick<DocCall, 'name' | 'summary'>): string {
  const key = `developers.call.${name}`;
  const title = t(key);
  return title === key ? summary : title;
}
