import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Refusal } from '#core/refusal.ts';
import { refuse, type Result } from '#core/result.ts';
import { type Attributes, isPlainText } from './read-document.ts';
import type { UploadedFile } from './route.ts';

const MEBIBYTE = 1024 * 1024;
/** Bytes of uploaded files that the process holds in memory at a time. */
const TOTAL_BYTES = 128 * MEBIBYTE;
/** Shares of all guests together and of one guest address, so that operators can still upload. */
const GUESTS_BYTES = TOTAL_BYTES / 2;
const GUEST_BYTES = TOTAL_BYTES / 8;

/** `Retry-After`: an upload at a decent rate takes some seconds. */
export const UPLOAD_WAIT_SECONDS = 5;

export interface UploadBudget {
  /**
   * Allocates memory for an upload; `guest`: address of a guest. Returns the function that releases it, undefined when not enough is left.
   */
  acquire(bytes: number, guest: string | undefined): (() => void) | undefined;
}

export function createUploadBudget(): UploadBudget {
  let used = 0;
  let usedByGuests = 0;
  const byGuest = new Map<string, number>();

  function add(bytes: number, guest: string | undefined): void {
    used += bytes;
    if (guest === undefined) return;
    usedByGuests += bytes;
    const total = (byGuest.get(guest) ?? 0) + bytes;
    if (total > 0) byGuest.set(guest, total);
    else byGuest.delete(guest);
  }

  const hasRoomFor = (bytes: number, guest: string | undefined): boolean =>
    used + bytes <= TOTAL_BYTES &&
    (guest === undefined || (usedByGuests + bytes <= GUESTS_BYTES && (byGuest.get(guest) ?? 0) + bytes <= GUEST_BYTES));

  return {
    acquire(bytes, guest) {
      if (!hasRoomFor(bytes, guest)) return undefined;
      add(bytes, guest);
      let isAcquired = true;
      return () => {
        if (isAcquired) add(-bytes, guest);
        isAcquired = false;
      };
    },
  };
}

/** Bytes an upload may occupy: its declared length, at most the sum of the file limits. */
export function uploadBytes({ files }: Endpoint, contentLength: string | undefined): number {
  const maxBytes = Object.values(files ?? {}).reduce((sum, { maxBytes }) => sum + maxBytes, 0);
  return Math.min(Number(contentLength ?? maxBytes), maxBytes);
}

export interface Form {
  readonly attributes: Attributes;
  readonly files: Readonly<Record<string, UploadedFile>>;
}

const MAX_FIELDS = 40;
const MAX_FIELD_BYTES = 16 * 1024;
type FormCode = 'required' | 'file_too_large' | 'invalid_file_type' | 'invalid_document';

/** A client's file name made safe for display: last path segment, printable, at most 100 characters. Never used as a path. */
const safeName = (name: string): string => (name.split(/[/\\]/).at(-1) ?? '').replaceAll(/\p{C}/gu, '').slice(0, 100);

/** Names the limit where it is a whole number of megabytes. */
const tooLarge = (field: string, maxBytes: number): Refusal<FormCode> => ({
  code: 'file_too_large',
  field,
  ...(maxBytes % MEBIBYTE === 0 ? { params: { max: maxBytes / MEBIBYTE } } : {}),
});

/** Browsers send this for a file field that was left empty. */
const isNotChosen = ({ fileName, bytes }: UploadedFile): boolean => fileName === '' && bytes.length === 0;

/** Refuses empty and too large files of any type; `core/file/file-rules.ts` does the same in the browser. */
function refusalOf(field: string, file: UploadedFile, maxBytes: number): Refusal<FormCode> | undefined {
  if (file.bytes.length > maxBytes) return tooLarge(field, maxBytes);
  if (file.bytes.length > 0 || isNotChosen(file)) return undefined;
  return { code: 'invalid_file_type', field, message: 'file_empty' };
}

/** Reads a multipart form: fields as attributes, the endpoint's files within their limits. Other files are discarded. */
export async function readForm(endpoint: Endpoint, request: FastifyRequest): Promise<Result<Form, FormCode>> {
  try {
    return await readParts(endpoint, request);
  } catch {
    // The parser throws on malformed forms: no boundary, truncated, too many parts
    return refuse({ code: 'invalid_document' });
  }
}

async function readParts(endpoint: Endpoint, request: FastifyRequest): Promise<Result<Form, FormCode>> {
  const fileRules = endpoint.files ?? {};
  const maxFileBytes = Math.max(...Object.values(fileRules).map(({ maxBytes }) => maxBytes));
  const attributes: Record<string, unknown> = {};
  const files: Record<string, UploadedFile> = {};
  const refusals: Refusal<FormCode>[] = [];
  const limits = {
    fileSize: maxFileBytes + 1,
    files: 4,
    fields: MAX_FIELDS,
    fieldSize: MAX_FIELD_BYTES,
    fieldNameSize: 100,
    parts: MAX_FIELDS + 4,
    headerPairs: 50,
  };
  for await (const part of request.parts({ limits })) {
    const rule = Object.hasOwn(fileRules, part.fieldname) ? fileRules[part.fieldname] : undefined;
    if (part.type === 'field') {
      if (part.valueTruncated || !isPlainText(String(part.value)))
        refusals.push({ code: 'invalid_document', field: part.fieldname.slice(0, 100) });
      else if (part.fieldname !== '__proto__') attributes[part.fieldname] = part.value;
    } else if (rule === undefined) {
      part.file.resume();
    } else {
      const file = { fileName: safeName(part.filename), bytes: await readAll(part.file) };
      const refusal = refusalOf(part.fieldname, file, rule.maxBytes);
      if (refusal !== undefined) refusals.push(refusal);
      else if (!isNotChosen(file)) files[part.fieldname] = file;
    }
  }
  for (const [name, rule] of Object.entries(fileRules)) {
    const isHandled = files[name] !== undefined || refusals.some(({ field }) => field === name);
    if (rule.required && !isHandled) refusals.push({ code: 'required', field: name });
  }
  return refusals.length > 0 ? { ok: false, refusals } : { ok: true, value: { attributes, files } };
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
