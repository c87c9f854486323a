import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { AuditDeed } from '#core/audit-text.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { decryptFile, encryptFile, newFileKey } from '#server/platform/file-cipher.ts';
import { insertWords, takeKey } from './store.ts';

type Detail = Readonly<Record<string, unknown>>;

/** Subjects that are somebody's: what is written about them is destroyed with that person's data. */
const OF_PEOPLE: ReadonlySet<string> = new Set([
  'order',
  'user',
  'customer',
  'withdrawal',
  'card_verification',
  'chat',
  'business_request',
  'reserve_request',
  'review',
  'earning',
  'referral',
  'incident',
  'bank_line',
  'webhook',
  'blacklist_entry',
]);

/** Members that hold what staff have typed, or who and where somebody is; of the detail itself and of a proposal's payload. */
const WORDS: ReadonlySet<string> = new Set([
  'note',
  'reason',
  'comment',
  'text',
  'words',
  'email',
  'recipient',
  'name',
  'referral',
  'card',
  'masked',
  'requisites_masked',
  'destination',
  'former_destination',
]);
/** The members of a chained row that bind it to its words, and to their key where that is not the one of the row's own subject. */
const DIGEST = 'words_digest';
const KEY_OF = 'words_of';

/** Whose words they are, where it is not the subject of the row: they are destroyed with this one's key. */
export interface WordsOf {
  readonly type: string;
  readonly id: string;
}

const isObject = (value: unknown): value is Detail => typeof value === 'object' && value !== null && !Array.isArray(value);
const isWord = ([name, value]: readonly [string, unknown]): boolean =>
  WORDS.has(name) && value !== null && value !== undefined && value !== '';
const wordsIn = (detail: Detail): Detail => Object.fromEntries(Object.entries(detail).filter(isWord));
const withoutWords = (detail: Detail): Detail => Object.fromEntries(Object.entries(detail).filter((one) => !isWord(one)));

function split(detail: Detail): { readonly rest: Detail; readonly words: Detail } {
  const { payload } = detail;
  if (!isObject(payload)) return { rest: withoutWords(detail), words: wordsIn(detail) };
  const inner = wordsIn(payload);
  return {
    rest: { ...withoutWords(detail), payload: withoutWords(payload) },
    words: { ...wordsIn(detail), ...(Object.keys(inner).length === 0 ? {} : { payload: inner }) },
  };
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * What of a deed is chained: where it is about somebody, the words of staff are kept apart, under a key of its subject, and the row
 * holds their digest. Salted, so that the digest says nothing once the words are gone.
 */
export async function keepWordsApart(
  deps: Pick<Deps, 'random' | 'secrets'>,
  tx: Tx,
  deed: AuditDeed,
  wordsOf: WordsOf | undefined,
): Promise<Detail> {
  const { id: auditId, detail } = deed;
  const { rest, words } = split(detail);
  if (!OF_PEOPLE.has(deed.subjectType) || Object.keys(words).length === 0) return detail;
  const { type: subjectType, id: subjectId } = wordsOf ?? { type: deed.subjectType, id: deed.subjectId };
  const text = canonicalJson({ salt: deps.random.uuid(), words });
  const sealed = await takeKey(tx, { subjectType, subjectId }, deps.secrets.seal(newFileKey()));
  await insertWords(tx, { auditId, subjectType, subjectId, words: encryptFile(Buffer.from(text), deps.secrets.unseal(sealed), auditId) });
  return { ...rest, [DIGEST]: digestOf(text), ...(wordsOf === undefined ? {} : { [KEY_OF]: wordsOf }) };
}

/** A stored row with what is kept of its words beside it. */
export interface WordedRow {
  readonly id: string;
  readonly detail: Detail;
  /** Null: there are none, or they were destroyed. */
  readonly words: Buffer | null;
  readonly key_sealed: Buffer | null;
}

const Kept = z.object({ words: z.record(z.string(), z.unknown()) });

function read(secrets: Deps['secrets'], { id, words, key_sealed: sealed }: WordedRow): string | undefined {
  if (words === null || sealed === null) return undefined;
  try {
    return decryptFile(words, secrets.unseal(sealed), id).toString();
  } catch {
    return undefined;
  }
}

/** The detail as it was written; `erased` where its words were destroyed. */
export function wholeDetail(secrets: Deps['secrets'], row: WordedRow): Detail {
  const { [DIGEST]: digest, [KEY_OF]: _, ...rest } = row.detail;
  if (digest === undefined) return row.detail;
  const text = read(secrets, row);
  if (text === undefined) return { ...rest, erased: true };
  const { words } = z.parse(Kept, JSON.parse(text));
  const { payload } = rest;
  const inner = words['payload'];
  return { ...rest, ...words, ...(isObject(payload) ? { payload: { ...payload, ...(isObject(inner) ? inner : {}) } } : {}) };
}

/** Whether the words beside a row are those that it binds: all there, or destroyed together with their key. */
export function areWordsWhole(secrets: Deps['secrets'], row: WordedRow): boolean {
  const digest = row.detail[DIGEST];
  if (digest === undefined || (row.words === null && row.key_sealed === null)) return true;
  const text = read(secrets, row);
  return text !== undefined && digestOf(text) === digest;
}
