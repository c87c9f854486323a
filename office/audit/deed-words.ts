import type { Words } from '#office/words/Words.tsx';

/** A deed of the audit log in words (`core/audit-action.ts`): the history of an order has those of its own; one that was written by an earlier release may have none but its code. */
export function deedWords(action: string, t: Words['t']): string {
  const found = [`office.deed.${action}`, `office_staff.deed.${action}`]
    .map((key) => ({ key, words: t(key) as unknown }))
    .find(({ key, words }) => typeof words === 'string' && words !== key && !words.startsWith('key '));
  return found === undefined ? action : String(found.words);
}
