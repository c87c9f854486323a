import { checkEmail } from '#core/account/profile.ts';
import { RECEIPT_AGAIN_MS } from '#core/business-request.ts';
import { MAX_BUSINESS_FILE_BYTES } from '#core/file-limits.ts';
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

/** What must be there; every field that is missing or wrong is named at once. */
function checkAsked(
  asked: AskedPayments,
): Result<{ readonly email: string; readonly url: string; readonly turnover: string }, 'required' | 'invalid_format'> {
  const [email, url, turnover] = [checkEmail(asked.email), siteOf(asked.url), line(asked.turnover)];
  if (email.ok && url !== undefined && turnover !== '') return accept({ email: email.value, url, turnover });
  const missing = (['email', 'url', 'monthly_turnover'] as const).filter(
    (field) => line(field === 'monthly_turnover' ? asked.turnover : asked[field]) === '',
  );
  const wrong = [
    ...(email.ok ? [] : email.refusals),
    ...(url === undefined ? [{ code: 'invalid_format', field: 'url', message: 'business_url' } as const] : []),
  ].filter(({ field }) => missing.every((one) => one !== field));
  return { ok: false, refusals: [...missing.map((field) => ({ code: 'required', field }) as const), ...wrong] };
}

/** A merchant asks to take payments (domain 9). The letter about the receipt goes once a day to a mailbox, whoever types it in. */
export async function askForPayments(
  deps: Pick<Deps, 'random' | 'clock'>,
  tx: Tx,
  asked: AskedPayments,
): Promise<Result<{ readonly url: string; readonly id: string }, 'required' | 'invalid_format'>> {
  const form = checkAsked(asked);
  if (!form.ok) return form;
  const { email, url, turnover } = form.value;
  const now = deps.clock.now();
  const [id, mailbox] = [deps.random.uuid(), foldEmail(email)];
  const isToldAlready = await hasAsked(tx, mailbox, now - RECEIPT_AGAIN_MS);
  const { locale, userId, file } = asked;
  const [area, comment] = [orNull(line(asked.area)), orNull(asked.comment.normalize('NFC').trim())];
  await insertRequest(tx, { id, email, mailbox, locale, userId, url, turnover, area, comment, file, now });
  const news = { kind: BUSINESS_LETTER, subject: id, recipient: email, version: 1, topic: 'new', isPaid: false };
  if (!isToldAlready) await noteNews(tx, { ...news, changedAt: now, dueAt: now });
  return accept({ url, id });
}
