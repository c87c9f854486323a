import type { CHAT_FILE_TYPES } from '#contract/chat.ts';
import { MAX_CHAT_FILE_BYTES } from '#contract/chat.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import { isPlainPdf } from '#server/cheques/plain-pdf.ts';
import type { Deps } from '#server/deps.ts';
import type { UploadedFile } from '#server/platform/http/route.ts';
import { CLEAN_PICTURE_TYPE, cleanPicture } from '#server/platform/images/clean-picture.ts';

export interface KeptFile {
  readonly id: string;
  readonly key: string;
  readonly type: (typeof CHAT_FILE_TYPES)[number];
  readonly size: number;
}

/** Folder of the files of one day: what was put and never written into a row is found again by its day. */
export const chatFolder = (at: Instant): string => `chat/${new Date(at).toISOString().slice(0, 10)}`;

/** A picture drawn anew, or a PDF that does nothing, by its bytes alone; undefined for everything else (quality R50). */
async function cleaned(
  { bytes }: Pick<UploadedFile, 'bytes'>,
  peer: string,
): Promise<{ type: KeptFile['type']; bytes: Buffer } | undefined> {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return isPlainPdf(bytes) ? { type: 'application/pdf', bytes } : undefined;
  const drawn = await cleanPicture(bytes, peer);
  return drawn && { type: CLEAN_PICTURE_TYPE, bytes: drawn };
}

/** Keeps a file that somebody sends, under a name of ours, before the transaction that names it. */
export async function keepChatFile(
  deps: Pick<Deps, 'clock' | 'random' | 'files'>,
  file: Pick<UploadedFile, 'bytes'>,
  peer: string,
): Promise<Result<KeptFile, 'invalid_file_type' | 'file_too_large'>> {
  if (file.bytes.length > MAX_CHAT_FILE_BYTES) return refuse({ code: 'file_too_large', field: 'file', params: { max: 10 } });
  const clean = await cleaned(file, peer);
  if (clean === undefined) return refuse({ code: 'invalid_file_type', field: 'file', message: 'plain_file', params: { max: 10 } });
  const id = deps.random.uuid();
  const key = `${chatFolder(deps.clock.now())}/${id}.${clean.type === 'application/pdf' ? 'pdf' : 'jpg'}`;
  await deps.files.put(key, clean.bytes);
  return accept({ id, key, type: clean.type, size: clean.bytes.length });
}

/** What a file is called where it is saved. */
export const fileNameOf = (id: string, type: string): string => `razmen-${id.slice(0, 8)}.${type === 'application/pdf' ? 'pdf' : 'jpg'}`;
