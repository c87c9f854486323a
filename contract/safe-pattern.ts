/** Maximum number of unbounded quantifiers: with more, backtracking takes too long. */
const MAX_REPEATED = 3;

/** The structure of a pattern: escapes and character classes replaced by one character each. */
const structureOf = (pattern: string): string =>
  pattern
    .replaceAll(/\\(?:[pPu]\{[^}]*\}|k<[^>]*>|.)/gsu, 'x')
    .replaceAll(/\[[^\]]*\]/gu, 'x')
    .replaceAll(/\((?:\?(?:[:=!]|<[=!]|<\w+>))?/gu, '(');

const INNERMOST = /\(([^()]*)\)([*+?]|\{[^}]*\})?/u;

/** Whether a group with alternatives is repeated: matching time grows exponentially. */
function repeatsChoices(bare: string): boolean {
  let rest = bare;
  for (let group = INNERMOST.exec(rest); group !== null; group = INNERMOST.exec(rest)) {
    const [whole, inside = '', times = ''] = group;
    const isChoice = /[*+?|]|\{\d*,/u.test(inside);
    if (isChoice && times !== '' && times !== '?') return true;
    // From outside, the group is one character, with its alternatives
    rest = rest.slice(0, group.index) + (isChoice || times !== '' ? 'x?' : 'x') + rest.slice(group.index + whole.length);
  }
  return false;
}

/** Whether matching takes bounded time for any input (quality R53): anchored, no nested or alternating repetition, few parts of open length. */
export function isSafePattern(pattern: string): boolean {
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) return false;
  const bare = structureOf(pattern);
  const open = bare.match(/[*+]|\{\d*,\d*\}/gu) ?? [];
  return open.length <= MAX_REPEATED && !/\\\d/u.test(pattern) && !repeatsChoices(bare);
}
