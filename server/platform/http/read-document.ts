import { isObject } from '#core/text/json.ts';
import { isUtf8 } from 'node:buffer';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { requestTypes } from '#contract/request-types.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { refuseCall } from './refusal.ts';

const MAX_DEPTH = 32;
const MAX_MEMBERS = 20_000;
/** A body of over 280,000 characters may have one member per 14 characters, which is more than 20,000. */
const MIN_CHARS_PER_MEMBER = 14;

/** Parsed JSON, wrapped so that the valid value `null` differs from invalid JSON. */
export interface JsonText {
  readonly value: unknown;
}

const BACKSLASH = 0x5c;

/** Index of the closing mark of the string that begins at `start`; -1 when there is none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH && at - escapes > start) escapes++;
    if (escapes % 2 === 0) return at;
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

/** Deletes own `__proto__` members in place (R39). Returns whether every key and string is plain text. */
function sanitize(value: unknown): boolean {
  if (typeof value === 'string') return isPlainText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  return Object.entries(value).every(([key, member]) => isPlainText(key) && sanitize(member));
}

/**
 * Parses a body. Undefined: no UTF-8 or JSON, byte-order mark, nesting over 32, over 20,000 members, repeated keys, NUL or unpaired
 * surrogates (R46). Drops `__proto__` members (R39).
 */
function readJson(bytes: Buffer): JsonText | undefined {
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  try {
    if (text.startsWith('\uFEFF') || !isWithinLimits(text)) return undefined;
    const value: unknown = JSON.parse(text);
    const mayNeedSanitizing = text.includes('\\u') || text.includes('__proto__');
    if (mayNeedSanitizing && !sanitize(value)) return undefined;
    return { value };
  } catch {
    return undefined;
  }
}

export type Attributes = Readonly<Record<string, unknown>>;

type DocumentResult = Result<Attributes, 'invalid_document' | 'type_conflict' | 'required'>;

const invalid = (): DocumentResult => refuse({ code: 'invalid_document' });

/** Reads a body: a JSON:API document or the bare object of its attributes (contract 1). An empty body has no attributes. */
export function readDocument(endpoint: Endpoint, bytes: Buffer | undefined): DocumentResult {
  if (bytes === undefined || bytes.length === 0) return accept({});
  const json = readJson(bytes);
  if (json === undefined || !isObject(json.value)) return invalid();
  if (!Object.hasOwn(json.value, 'data')) return accept(json.value);
  const { data } = json.value as { data: unknown };
  if (!isObject(data)) return invalid();
  const attributes = data['attributes'] ?? {};
  if (!isObject(attributes)) return invalid();
  if (data['type'] === undefined) return refuseCall({ code: 'required', pointer: '/data/type' });
  if (typeof data['type'] !== 'string' || !requestTypes(endpoint).includes(data['type']))
    return refuseCall({ code: 'type_conflict', pointer: '/data/type' });
  return accept(attributes);
}

type InputCode = 'required' | 'too_short' | 'too_long' | 'invalid_format';
type Issue = z.core.$ZodIssue;

const MAX_REFUSALS = 50;
const MAX_FIELD_LENGTH = 200;

/** The value at a path of the request's attributes; undefined where there is none. */
function valueAt(attributes: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    attributes,
  );
}

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

function reasonOf(issue: Issue, value: unknown): Pick<Refusal<InputCode>, 'code' | 'message' | 'params'> {
  if (isMissing(value)) return { code: 'required' };
  if (issue.code === 'too_small' && issue.origin === 'string') return { code: 'too_short', params: { min: Number(issue.minimum) } };
  if (issue.code === 'too_big' && issue.origin === 'string') return { code: 'too_long', params: { max: Number(issue.maximum) } };
  if (issue.code === 'invalid_format' && issue.format === 'email') return { code: 'invalid_format', message: 'invalid_email' };
  return { code: 'invalid_format' };
}

/** Checks attributes against the endpoint's body schema: one refusal per invalid field. Unknown members are dropped. */
export function checkAttributes(endpoint: Endpoint, attributes: Attributes): Result<Attributes, InputCode> {
  if (endpoint.body === undefined) return accept({});
  const parsed = z.safeParse(endpoint.body, attributes);
  if (parsed.success) return accept(parsed.data);
  const byField = new Map<string, Refusal<InputCode>>();
  for (const issue of parsed.error.issues) {
    const field = issue.path.map(String).join('/').slice(0, MAX_FIELD_LENGTH);
    if (!byField.has(field)) byField.set(field, { ...reasonOf(issue, valueAt(attributes, issue.path)), field });
  }
  return { ok: false, refusals: [...byField.values()].slice(0, MAX_REFUSALS) };
}
