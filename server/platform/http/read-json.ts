import { isUtf8 } from 'node:buffer';

const MAX_DEPTH = 32;
const MAX_MEMBERS = 20_000;
/** Endpoints with larger bodies may have more members, at this density. */
const MIN_CHARS_PER_MEMBER = 14;

/** Parsed JSON; a wrapper, because the value itself may be undefined-like. */
export interface JsonText {
  readonly value: unknown;
}

/** Index of the closing mark of the string that begins at `start`; -1 when there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '"') return at;
  }
  return -1;
}

const unescapeKey = (raw: string): string => (raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw);

/** Checks before parsing: depth, number of members, duplicate keys in an object (R46). Invalid JSON is left to the parser. */
function isWithinLimits(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  let expectsKey = false;
  const maxMembers = Math.max(MAX_MEMBERS, text.length / MIN_CHARS_PER_MEMBER);
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
      if (++members > maxMembers) return false;
      expectsKey = open.at(-1) instanceof Set;
    }
  }
  return true;
}

/** Text that PostgreSQL can store: no NUL, no unpaired surrogate. */
export const isPlainText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Removes own `__proto__` members; false when a string is not plain text. */
function removeProtoMembers(value: unknown): boolean {
  if (typeof value === 'string') return isPlainText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  return Object.entries(value).every(([key, member]) => isPlainText(key) && removeProtoMembers(member));
}

/**
 * Parses a body. Undefined: no UTF-8 or JSON, byte-order mark, nesting over 32, over 20,000 members, repeated keys, NUL or unpaired
 * surrogates (R46). Drops `__proto__` members (R39).
 */
export function readJson(bytes: Buffer): JsonText | undefined {
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  try {
    if (text.startsWith('\uFEFF') || !isWithinLimits(text)) return undefined;
    const value: unknown = JSON.parse(text);
    const isSuspicious = text.includes('\\u') || text.includes('__proto__');
    return !isSuspicious || removeProtoMembers(value) ? { value } : undefined;
  } catch {
    return undefined;
  }
}
