import { isUtf8 } from 'node:buffer';

const MAX_DEPTH = 32;
const MAX_MEMBERS = 20_000;
/** The few calls that take larger documents take more members with them, no denser. */
const LEAST_CHARS_A_MEMBER = 14;

/** JSON that may be used: `undefined` when it is not JSON or not tame (see `readJson`). */
export interface JsonText {
  readonly value: unknown;
}

/** Index of the closing mark of the string whose text begins at `start`, -1 when it never closes. */
function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '"') return at;
  }
  return -1;
}

const unescapeKey = (raw: string): string => (raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw);

/** One pass before parsing: not too deep, not too many members, no key twice in an object (R46). Broken text is left to the parser. */
function isTame(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  let expectsKey = false;
  const most = Math.max(MAX_MEMBERS, text.length / LEAST_CHARS_A_MEMBER);
  let members = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at + 1);
      if (end === -1) return true;
      const keys = expectsKey ? open.at(-1) : null;
      if (keys) {
        const key = unescapeKey(text.slice(at + 1, end));
        if (keys.has(key)) return false;
        keys.add(key);
      }
      expectsKey = false;
      at = end;
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : null);
      if (open.length > MAX_DEPTH) return false;
      expectsKey = character === '{';
    } else if (character === '}' || character === ']') {
      open.pop();
      expectsKey = false;
    } else if (character === ',') {
      if (++members > most) return false;
      expectsKey = open.at(-1) instanceof Set;
    }
  }
  return true;
}

/** Text a database can keep: no NUL, no half of a surrogate pair. */
export const isPlainText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Removes own `__proto__` members and tells whether every string is plain text. */
function clean(value: unknown): boolean {
  if (typeof value === 'string') return isPlainText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  return Object.entries(value).every(([key, member]) => isPlainText(key) && clean(member));
}

/**
 * Parses a request body. Undefined when it is not UTF-8 or not JSON, begins with a byte-order mark, nests deeper than 32,
 * has more than 20,000 members, names a member twice, or holds NUL or half a surrogate pair (R46). `__proto__` members are dropped (R39).
 */
export function readJson(bytes: Buffer): JsonText | undefined {
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  try {
    if (text.startsWith('\uFEFF') || !isTame(text)) return undefined;
    const value: unknown = JSON.parse(text);
    const isSuspicious = text.includes('\\u') || text.includes('__proto__');
    return !isSuspicious || clean(value) ? { value } : undefined;
  } catch {
    return undefined;
  }
}
