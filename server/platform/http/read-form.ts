import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Refusal } from '#core/refusal.ts';
import { refuse, type Result } from '#core/result.ts';
import type { Attributes } from './read-document.ts';
import { isPlainText } from './read-json.ts';
import type { UploadedFile } from './route.ts';

export interface Form {
  readonly attributes: Attributes;
  readonly files: Readonly<Record<string, UploadedFile>>;
}

const MAX_FIELDS = 40;
const MAX_FIELD_BYTES = 16 * 1024;
const MEBIBYTE = 1024 * 1024;
type FormCode = 'required' | 'file_too_large' | 'invalid_file_type' | 'invalid_document';

/** What is left of a client's file name: the last part of the path, printable, at most 100 characters. Only ever shown, never a path. */
const safeName = (name: string): string => (name.split(/[/\\]/).at(-1) ?? '').replaceAll(/\p{C}/gu, '').slice(0, 100);

/** Says how large it may be, where that is a round number of megabytes. */
const tooLarge = (field: string, maxBytes: number): Refusal<FormCode> => ({
  code: 'file_too_large',
  field,
  ...(maxBytes % MEBIBYTE === 0 ? { params: { max: maxBytes / MEBIBYTE } } : {}),
});

/** What browsers send for a file field that is left alone. */
const isNotChosen = ({ fileName, bytes }: UploadedFile): boolean => fileName === '' && bytes.length === 0;

/** Why a file is not taken whatever it should be; `core/chosen-file.ts` says the same in the browser. */
function refusalOf(field: string, file: UploadedFile, maxBytes: number): Refusal<FormCode> | undefined {
  if (file.bytes.length > maxBytes) return tooLarge(field, maxBytes);
  if (file.bytes.length > 0 || isNotChosen(file)) return undefined;
  return { code: 'invalid_file_type', field, message: 'file_empty' };
}

/** Reads a multipart form: fields as attributes, the endpoint's files within their limits; other files are thrown away. */
export async function readForm(endpoint: Endpoint, request: FastifyRequest): Promise<Result<Form, FormCode>> {
  try {
    return await readParts(endpoint, request);
  } catch {
    // The parser throws on everything that is no form: no boundary, cut off, too many parts
    return refuse({ code: 'invalid_document' });
  }
}

async function readParts(endpoint: Endpoint, request: FastifyRequest): Promise<Result<Form, FormCode>> {
  const wanted = endpoint.files ?? {};
  const largest = Math.max(...Object.values(wanted).map(({ maxBytes }) => maxBytes));
  const attributes: Record<string, unknown> = {};
  const files: Record<string, UploadedFile> = {};
  const refusals: Refusal<FormCode>[] = [];
  const limits = {
    fileSize: largest + 1,
    files: 4,
    fields: MAX_FIELDS,
    fieldSize: MAX_FIELD_BYTES,
    fieldNameSize: 100,
    parts: MAX_FIELDS + 4,
    headerPairs: 50,
  };
  for await (const part of request.parts({ limits })) {
    const rule = Object.hasOwn(wanted, part.fieldname) ? wanted[part.fieldname] : undefined;
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
  for (const [name, rule] of Object.entries(wanted)) {
    const isThere = files[name] !== undefined || refusals.some(({ field }) => field === name);
    if (rule.required && !isThere) refusals.push({ code: 'required', field: name });
  }
  return refusals.length > 0 ? { ok: false, refusals } : { ok: true, value: { attributes, files } };
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
