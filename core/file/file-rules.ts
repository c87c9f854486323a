import type { Refusal } from '#core/refusal.ts';

const MIB = 1024 * 1024;

/** Maximum size of a customer's cheque, bytes (spec 5: a PDF of at most 5 Mb). */
export const MAX_CHEQUE_BYTES = 5 * MIB;
/** Maximum size of a card photo, bytes (domain 7: JPEG, PNG, WebP or HEIC up to 10 MB). */
export const MAX_CARD_PICTURE_BYTES = 10 * MIB;
/** Maximum size of the file of a business request, bytes. */
export const MAX_BUSINESS_FILE_BYTES = 5 * MIB;
/** Maximum size of a bank statement, bytes. */
export const MAX_STATEMENT_BYTES = 2 * MIB;
/** Maximum size of a catalogue import, bytes. Its characters are counted after it is read. */
export const MAX_CATALOGUE_FILE_BYTES = 12 * MIB;

/** Types in which a proof of a payout is stored and served (domain 5, "By hand"): a bank's PDF, or a re-encoded picture. */
export const PROOF_TYPES = ['application/pdf', 'image/jpeg'] as const;

interface FileKind {
  readonly types: readonly string[];
  readonly extensions: readonly string[];
}

const PDF: FileKind = { types: ['application/pdf'], extensions: ['.pdf'] };
const PICTURE: FileKind = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'],
  extensions: ['.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif'],
};
const TEXT: FileKind = { types: ['text/plain'], extensions: ['.txt'] };
/** A browser with Excel installed gives a CSV file the type of a spreadsheet, so the extension decides. */
const CSV: FileKind = { types: ['text/csv'], extensions: ['.csv'] };
const JSON_TEXT: FileKind = { types: ['application/json'], extensions: ['.json'] };

/** Files accepted by a file field; `message` is the key of the server's `invalid_file_type` refusal for it. */
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
/** The server reads this file as text. A file that is not a statement yields no lines. */
export const STATEMENT_FILE: FileRule = { kinds: [TEXT, CSV], maxBytes: MAX_STATEMENT_BYTES, message: 'bank_statement_file' };
/** The browser reads this file. */
export const CATALOGUE_FILE: FileRule = {
  kinds: [CSV, JSON_TEXT, TEXT],
  maxBytes: MAX_CATALOGUE_FILE_BYTES,
  message: 'catalogue_import_file',
};

const typesOf = ({ kinds }: FileRule): readonly string[] => kinds.flatMap(({ types }) => types);
const extensionsOf = ({ kinds }: FileRule): readonly string[] => kinds.flatMap(({ extensions }) => extensions);

/** The `accept` attribute of the file field. */
export const acceptOf = (rule: FileRule): string => [...typesOf(rule), ...extensionsOf(rule)].join(',');

/** Types that browsers give to files they do not recognise. The server inspects such files. */
const UNKNOWN_TYPES: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

/**
 * Why a chosen file need not be uploaded: it is empty, of another type, or too large. Null: it may be valid, and the server checks its bytes.
 */
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
