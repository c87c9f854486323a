import type { CHAT_FILE_TYPES } from '#contract/public/chat.ts';
import { MAX_CHAT_FILE_BYTES } from '#contract/public/chat.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import { isPlainPdf } from '#server/cheques/plain-pdf.ts';
import type { Deps } from '#server/deps.ts';
import type { UploadedFile } from '#server/platform/http/route.ts';
import { CLEAN_PICTURE_TYPE, cleanPicture } from '#server/platform/images/clean-picture.ts';

export interface StoredFile {
  readonly id: string;
  readonly key: string;
  readonly type: (typeof CHAT_FILE_TYPES)[number];
  readonly size: number;
}

/** Folder of one day's files, so that files without a row are found by their day. */
export const chatFolder = (at: Instant): string => `chat/${new Date(at).toISOString().slice(0, 10)}`;

/** A re-encoded picture, or a PDF without active content. The bytes decide the type. Undefined for anything else (quality R50). */
async function cleanFile(
  { bytes }: Pick<UploadedFile, 'bytes'>,
  peer: string,
): Promise<{ type: StoredFile['type']; bytes: Buffer } | undefined> {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return isPlainPdf(bytes) ? { type: 'application/pdf', bytes } : undefined;
  const picture = await cleanPicture(bytes, peer);
  return picture && { type: CLEAN_PICTURE_TYPE, bytes: picture };
}

/** Stores an uploaded file under a generated name, before the transaction that refers to it. */
export async function storeChatFile(
  deps: Pick<Deps, 'clock' | 'random' | 'files'>,
  file: Pick<UploadedFile, 'bytes'>,
  peer: string,
): Promise<Result<StoredFile, 'invalid_file_type' | 'file_too_large'>> {
  if (file.bytes.length > MAX_CHAT_FILE_BYTES) return refuse({ code: 'file_too_large', field: 'file', params: { max: 10 } });
  const clean = await cleanFile(file, peer);
  if (clean === undefined) return refuse({ code: 'invalid_file_type', field: 'file', message: 'plain_file', params: { max: 10 } });
  const id = deps.random.uuid();
  const key = `${chatFolder(deps.clock.now())}/${id}.${clean.type === 'application/pdf' ? 'pdf' : 'jpg'}`;
  await deps.files.put(key, clean.bytes);
  return accept({ id, key, type: clean.type, size: clean.bytes.length });
}

/** Name of a downloaded file. */
export const fileNameOf = (id: string, type: string): string => `razmen-${id.slice(0, 8)}.${type === 'application/pdf' ? 'pdf' : 'jpg'}`;
