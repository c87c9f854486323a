/** Maximum number of unbounded quantifiers. With more, backtracking takes too long. */
const MAX_UNBOUNDED = 3;

/** The structure of a pattern: escapes and character classes replaced by one character each. */
const structureOf = (pattern: string): string =>
  pattern
    .replaceAll(/\\(?:[pPu]\{[^}]*\}|k<[^>]*>|.)/gsu, 'x')
    .replaceAll(/\[[^\]]*\]/gu, 'x')
    .replaceAll(/\((?:\?(?:[:=!]|<[=!]|<\w+>))?/gu, '(');

const INNERMOST = /\(([^()]*)\)([*+?]|\{[^}]*\})?/u;

/** Whether a group with alternatives is repeated, so that matching time grows exponentially. */
function repeatsChoices(bare: string): boolean {
  let rest = bare;
  for (let group = INNERMOST.exec(rest); group !== null; group = INNERMOST.exec(rest)) {
    const [whole, inside = '', quantifier = ''] = group;
    const isChoice = /[*+?|]|\{\d*,/u.test(inside);
    if (isChoice && quantifier !== '' && quantifier !== '?') return true;
    // Seen from outside, the group counts as one character
    rest = rest.slice(0, group.index) + (isChoice || quantifier !== '' ? 'x?' : 'x') + rest.slice(group.index + whole.length);
  }
  return false;
}

/** Whether matching takes bounded time for any input (quality R53): anchored, no nested or alternating repetition, few parts of open length. */
export function isSafePattern(pattern: string): boolean {
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) return false;
  const bare = structureOf(pattern);
  const unbounded = bare.match(/[*+]|\{\d*,\d*\}/gu) ?? [];
  return unbounded.length <= MAX_UNBOUNDED && !/\\\d/u.test(pattern) && !repeatsChoices(bare);
}
