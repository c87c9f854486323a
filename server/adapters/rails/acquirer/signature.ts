import { createHash, createHmac, createPrivateKey, createPublicKey, createSign, createVerify, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { type Document, rootTexts } from './document.ts';

/** A placeholder: `{amount}`, `{secret.password}`, `{field.OrderId}`. Other braces, as in JSON, are kept. */
const PLACEHOLDER = /\{([A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_.-]+)?)\}/g;

export type Values = (name: string) => string | undefined;

/** Names in a template, in order. */
export const namesIn = (template: string): string[] => [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** Names of the secrets in templates. */
export const secretsOfTemplates = (templates: readonly string[]): string[] =>
  templates.flatMap(namesIn).flatMap((name) => (name.startsWith('secret.') ? [name.slice('secret.'.length)] : []));

/** Fills a template; undefined if a name has no value: an incomplete text is never sent or signed. */
export function fill(template: string, values: Values): string | undefined {
  let isComplete = true;
  const text = template.replace(PLACEHOLDER, (_all, name: string) => {
    const value = values(name);
    if (value === undefined) isComplete = false;
    return value ?? '';
  });
  return isComplete ? text : undefined;
}

/** A document of templates; `{"$number": "{amount_minor}"}` becomes a number. */
export type Tree = string | number | boolean | null | readonly Tree[] | { readonly [member: string]: Tree };

const isNumber = (tree: object): tree is { readonly $number: string } => typeof (tree as Record<string, unknown>)['$number'] === 'string';

/** Every template in a tree. */
export function templatesOf(tree: Tree): string[] {
  if (typeof tree === 'string') return [tree];
  return typeof tree === 'object' && tree !== null ? Object.values(tree).flatMap((part) => templatesOf(part)) : [];
}

/** A tree with its templates filled; undefined if one cannot be filled. */
export function fillTree(tree: Tree, values: Values): unknown {
  if (typeof tree === 'string') return fill(tree, values);
  if (typeof tree !== 'object' || tree === null) return tree;
  if (isNumber(tree)) {
    const text = fill(tree.$number, values);
    return text !== undefined && /^\d{1,15}(\.\d{1,8})?$/.test(text) ? Number(text) : undefined;
  }
  if (Array.isArray(tree)) return allDefined(tree.map((part: Tree) => fillTree(part, values)));
  const members = Object.entries(tree).map(([name, part]) => [name, fillTree(part, values)] as const);
  return members.every(([, part]) => part !== undefined) ? Object.fromEntries(members) : undefined;
}

const allDefined = (parts: readonly unknown[]): readonly unknown[] | undefined => (parts.includes(undefined) ? undefined : parts);

const HASHES = ['md5', 'sha1', 'sha256', 'sha512'] as const;

/** What is signed: a template text, all values of the document sorted by name, or the raw body. */
const Over = z.union([
  z.strictObject({ text: z.string().min(1) }),
  z.strictObject({
    sorted: z.strictObject({
      add: z.record(z.string(), z.string()).default({}),
      without: z.array(z.string()).default([]),
      join: z.string().default(''),
    }),
  }),
  z.literal('body'),
]);

/** A signature scheme. `hash`: of a text that ends in a secret; `hmac`: with a key; `rsa`: with a key pair (PEM). */
export const Signature = z.strictObject({
  kind: z.enum(['hash', 'hmac', 'rsa']),
  algorithm: z.enum(HASHES).default('sha256'),
  over: Over,
  key: z.string().optional(),
  encoding: z.enum(['hex', 'HEX', 'base64']).default('hex'),
});
export type Signature = z.output<typeof Signature>;

/** Every template of a signature. */
export function templatesOfSignature({ over, key }: Signature): string[] {
  const contentTemplates = over === 'body' ? [] : 'text' in over ? [over.text] : Object.values(over.sorted.add);
  return [...contentTemplates, ...(key === undefined ? [] : [key])];
}

/** The data to sign. */
export interface SignatureInput {
  readonly values: Values;
  readonly document: Document;
  readonly body: Buffer | string;
}

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : 1);

function signedContent({ over }: Signature, { values, document, body }: SignatureInput): Buffer | undefined {
  if (over === 'body') return Buffer.from(body);
  if ('text' in over) {
    const text = fill(over.text, values);
    return text === undefined ? undefined : Buffer.from(text);
  }
  const { add, without, join } = over.sorted;
  const addedEntries = Object.entries(add).map(([name, template]) => [name, fill(template, values)] as const);
  if (!addedEntries.every((entry): entry is readonly [string, string] => entry[1] !== undefined)) return undefined;
  const documentEntries = [...rootTexts(document)].filter(([name]) => !without.includes(name) && !Object.hasOwn(add, name));
  return Buffer.from(
    [...documentEntries, ...addedEntries]
      .toSorted(byName)
      .map(([, value]) => value)
      .join(join),
  );
}

const keyOf = ({ key }: Signature, values: Values): string | undefined => (key === undefined ? undefined : fill(key, values));
/** A PEM key stored in one line of an environment variable. */
export const pemOf = (text: string): string => text.replaceAll('\\n', '\n');

function encode(bytes: Buffer, encoding: Signature['encoding']): string {
  if (encoding === 'base64') return bytes.toString('base64');
  return encoding === 'HEX' ? bytes.toString('hex').toUpperCase() : bytes.toString('hex');
}

function digestOf(signature: Signature, input: SignatureInput): Buffer | undefined {
  const { kind, algorithm } = signature;
  const content = signedContent(signature, input);
  const key = keyOf(signature, input.values);
  if (content === undefined || (kind !== 'hash' && key === undefined)) return undefined;
  if (kind === 'hash') return createHash(algorithm).update(content).digest();
  if (kind === 'hmac')
    return createHmac(algorithm, key ?? '')
      .update(content)
      .digest();
  return createSign(algorithm)
    .update(content)
    .sign(createPrivateKey(pemOf(key ?? '')));
}

/** Our signature; undefined if a value is missing. */
export function sign(signature: Signature, input: SignatureInput): string | undefined {
  const digest = digestOf(signature, input);
  return digest === undefined ? undefined : encode(digest, signature.encoding);
}

const HEX = /^(?:[0-9a-f]{2})+$/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

function decode(text: string, { encoding }: Signature): Buffer {
  if (encoding === 'base64') return BASE64.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0);
  return HEX.test(text) ? Buffer.from(text, 'hex') : Buffer.alloc(0);
}

/** Whether the acquirer's signature is right, in constant time: a malformed one costs as much as a wrong one. */
export function isSigned(signature: Signature, input: SignatureInput, received: string | undefined): boolean {
  const bytes = decode(received ?? '', signature);
  if (signature.kind === 'rsa') {
    const content = signedContent(signature, input);
    const key = keyOf(signature, input.values);
    if (content === undefined || key === undefined) return false;
    return createVerify(signature.algorithm)
      .update(content)
      .verify(createPublicKey(pemOf(key)), bytes);
  }
  const expected = digestOf(signature, input);
  if (expected === undefined) return false;
  const padded = Buffer.alloc(expected.length);
  bytes.copy(padded);
  return timingSafeEqual(expected, padded) && bytes.length === expected.length;
}
