import type { Words } from '#office/words/Words.tsx';

/** Where a deed of the audit log has its words: the history of an order, the moves, the log's own. */
const placesOf = (action: string): readonly string[] => [
  `office_staff.deed.${action}`,
  `office.deed.${action}`,
  ...(action.startsWith('order.') ? [`office.move.${action.slice('order.'.length)}`] : []),
];

/** A deed of the audit log in words; one without words of its own by its code. */
export function deedWords(action: string, t: Words['t']): string {
  const found = placesOf(action)
    .map((key) => ({ key, words: t(key) as unknown }))
    .find(({ key, words }) => typeof words === 'string' && words !== key && !words.startsWith('key '));
  return found === undefined ? action : String(found.words);
}
