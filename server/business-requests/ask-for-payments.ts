import { checkEmail } from '#core/account/profile.ts';
import { MAX_BUSINESS_FILE_BYTES, RECEIPT_AGAIN_MS } from '#core/business-request.ts';
import type { Locale } from '#core/locale.ts';
import { foldEmail } from '#core/requisites/fold-email.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { isPlainPdf } from '#server/cheques/plain-pdf.ts';
import type { Deps } from '#server/deps.ts';
import { noteNews } from '#server/mails/note-news.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { encryptFile, newFileKey } from '#server/platform/file-cipher.ts';
import { CLEAN_PICTURE_TYPE, cleanPicture } from '#server/platform/images/clean-picture.ts';
import { siteOf } from './site-of.ts';
import { hasAsked, insertRequest, type KeptFile } from './store.ts';

/** Name of the kind; news is noted under it. */
export const BUSINESS_LETTER = 'business_request';

type FileRefusal = 'file_too_large' | 'invalid_file_type';

/**
 * A stranger's file as it may be kept (R50): a PDF without anything that acts, or a picture of our own drawing; null: none was sent.
 * Known by its bytes alone, and ciphertext from here on.
 */
export async function cleanFile(
  { secrets }: Pick<Deps, 'secrets'>,
  bytes: Buffer | undefined,
  peer: string,
): Promise<Result<KeptFile | null, FileRefusal>> {
  if (bytes === undefined || bytes.length === 0) return accept(null);
  if (bytes.length > MAX_BUSINESS_FILE_BYTES) return refuse({ code: 'file_too_large', field: 'attachment', params: { max: 5 } });
  const pdf = isPlainPdf(bytes) ? bytes : undefined;
  const picture = pdf === undefined ? await cleanPicture(bytes, peer) : undefined;
  const clean = pdf ?? picture;
  if (clean === undefined) return refuse({ code: 'invalid_file_type', field: 'attachment', message: 'plain_file', params: { max: 5 } });
  const secret = newFileKey();
  const type = pdf === undefined ? CLEAN_PICTURE_TYPE : 'application/pdf';
  return accept({ type, content: encryptFile(clean, secret, BUSINESS_LETTER), secretSealed: secrets.seal(secret) });
}

export interface AskedPayments {
  readonly email: string;
  readonly url: string;
  readonly turnover: string;
  readonly area: string;
  readonly comment: string;
  readonly userId: string | null;
  readonly locale: Locale;
  readonly file: KeptFile | null;
}

const line = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
const orNull = (text: string): string | null => (text === '' ? null : text);

/** A merchant asks to take payments (domain 9). The letter about the receipt goes once a day to a mailbox, whoever types it in. */
export async function askForPayments(
  deps: Pick<Deps, 'random' | 'clock'>,
  tx: Tx,
  asked: AskedPayments,
): Promise<Result<{ readonly url: string; readonly id: string }, 'required' | 'invalid_format'>> {
  const email = checkEmail(asked.email);
  if (!email.ok) return email;
  const url = siteOf(asked.url);
  if (url === undefined) return refuse({ code: 'invalid_format', field: 'url', message: 'business_url' });
  const turnover = line(asked.turnover);
  if (turnover === '') return refuse({ code: 'required', field: 'monthly_turnover' });
  const now = deps.clock.now();
  const [id, mailbox] = [deps.random.uuid(), foldEmail(email.value)];
  const isToldAlready = await hasAsked(tx, mailbox, now - RECEIPT_AGAIN_MS);
  const { locale, userId, file } = asked;
  const [area, comment] = [orNull(line(asked.area)), orNull(asked.comment.normalize('NFC').trim())];
  await insertRequest(tx, { id, email: email.value, mailbox, locale, userId, url, turnover, area, comment, file, now });
  const news = { kind: BUSINESS_LETTER, subject: id, recipient: email.value, version: 1, topic: 'new', isPaid: false };
  if (!isToldAlready) await noteNews(tx, { ...news, changedAt: now, dueAt: now });
  return accept({ url, id });
}
