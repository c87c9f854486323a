import { MAX_CHEQUE_BYTES } from './cheque.ts';
import { MAX_BUSINESS_FILE_BYTES, MAX_CARD_PICTURE_BYTES, MAX_CATALOGUE_FILE_BYTES, MAX_STATEMENT_BYTES } from './file-limits.ts';
import type { Refusal } from '#core/refusal.ts';

interface FileKind {
  readonly types: readonly string[];
  readonly extensions: readonly string[];
}

const PDF: FileKind = { types: ['application/pdf'], extensions: ['.pdf'] };
const PICTURE: FileKind = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'],
  extensions: ['.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif'],
};

const MIB = 1024 * 1024;

const TEXT: FileKind = { types: ['text/plain'], extensions: ['.txt'] };
/** With Excel installed a browser gives a CSV the type of a spreadsheet: the extension decides. */
const CSV: FileKind = { types: ['text/csv'], extensions: ['.csv'] };
const JSON_TEXT: FileKind = { types: ['application/json'], extensions: ['.json'] };

/** Files accepted by a file field; `message`: key of the server's `invalid_file_type` refusal for it. */
export interface FileRule {
  readonly kinds: readonly FileKind[];
  readonly maxBytes: number;
  readonly message: string;
}

export const CHEQUE_FILE: FileRule = { kinds: [PDF], maxBytes: MAX_CHEQUE_BYTES, message: 'cheque_pdf' };
export const CARD_PHOTO: FileRule = { kinds: [PICTURE], maxBytes: MAX_CARD_PICTURE_BYTES, message: 'card_picture' };
export const BUSINESS_FILE: FileRule = { kinds: [PDF, PICTURE], maxBytes: MAX_BUSINESS_FILE_BYTES, message: 'plain_file' };
export const CHAT_FILE: FileRule = { kinds: [PDF, PICTURE], maxBytes: 10 * MIB, message: 'plain_file' };
export const PAYOUT_PROOF: FileRule = { kinds: [PDF, PICTURE], maxBytes: MAX_CHEQUE_BYTES, message: 'proof_type' };
export const CONTENT_PICTURE: FileRule = { kinds: [PICTURE], maxBytes: 10 * MIB, message: 'content_picture' };
/** Read as text by the server; a file that is not a statement yields no lines. */
export const STATEMENT_FILE: FileRule = { kinds: [TEXT, CSV], maxBytes: MAX_STATEMENT_BYTES, message: 'bank_statement_file' };
/** Read in the browser. */
export const CATALOGUE_FILE: FileRule = {
  kinds: [CSV, JSON_TEXT, TEXT],
  maxBytes: MAX_CATALOGUE_FILE_BYTES,
  message: 'catalogue_import_file',
};

const typesOf = ({ kinds }: FileRule): readonly string[] => kinds.flatMap(({ types }) => types);
const extensionsOf = ({ kinds }: FileRule): readonly string[] => kinds.flatMap(({ extensions }) => extensions);

/** The `accept` attribute of the field. */
export const acceptOf = (rule: FileRule): string => [...typesOf(rule), ...extensionsOf(rule)].join(',');

/** Types that browsers give to unknown files; the server inspects those. */
const UNKNOWN_TYPES: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

/** Why a chosen file is not worth uploading; null: it may be valid, the server checks its bytes. */
export function fileRefusal(file: { readonly name: string; readonly size: number; readonly type: string }, rule: FileRule): Refusal | null {
  const max = rule.maxBytes / MIB;
  if (file.size === 0) return { code: 'invalid_file_type', message: 'file_empty' };
  const type = file.type.toLowerCase();
  const name = file.name.toLowerCase();
  const isPossible =
    UNKNOWN_TYPES.has(type) || typesOf(rule).includes(type) || extensionsOf(rule).some((extension) => name.endsWith(extension));
  if (!isPossible) return { code: 'invalid_file_type', message: rule.message, params: { max } };
  return file.size > rule.maxBytes ? { code: 'file_too_large', params: { max } } : null;
}
