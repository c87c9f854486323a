/** Signs that a quantifier may repeat: more of them than this, and trying all ways to share a text between them takes too long. */
const MOST_REPEATED = 3;

/** Of a pattern only what repeats and what it repeats: escaped signs and classes of signs are one sign each. */
const bareOf = (pattern: string): string =>
  pattern
    .replaceAll(/\\(?:[pPu]\{[^}]*\}|k<[^>]*>|.)/gsu, 'x')
    .replaceAll(/\[[^\]]*\]/gu, 'x')
    .replaceAll(/\((?:\?(?:[:=!]|<[=!]|<\w+>))?/gu, '(');

const INNERMOST = /\(([^()]*)\)([*+?]|\{[^}]*\})?/u;

/** Whether a group that can match one text in several ways is repeated: the ways multiply with every repetition. */
function repeatsChoices(bare: string): boolean {
  let rest = bare;
  for (let group = INNERMOST.exec(rest); group !== null; group = INNERMOST.exec(rest)) {
    const [whole, inside = '', times = ''] = group;
    const isChoice = /[*+?|]|\{\d*,/u.test(inside);
    if (isChoice && times !== '' && times !== '?') return true;
    // Seen from outside it is a sign, with a choice in it where it has one
    rest = rest.slice(0, group.index) + (isChoice || times !== '' ? 'x?' : 'x') + rest.slice(group.index + whole.length);
  }
  return false;
}

/**
 * Whether a pattern is decided in an instant whatever a customer types (quality R53): anchored, nothing repeated that repeats or chooses
 * itself, and few parts of open length.
 */
export function isSafePattern(pattern: string): boolean {
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) return false;
  const bare = bareOf(pattern);
  const open = bare.match(/[*+]|\{\d*,\d*\}/gu) ?? [];
  return open.length <= MOST_REPEATED && !/\\\d/u.test(pattern) && !repeatsChoices(bare);
}
