import { checkEmail } from '#core/account/profile.ts';
import { RECEIPT_INTERVAL_MS } from '#core/customer/business-request.ts';
import { MAX_BUSINESS_FILE_BYTES } from '#core/file/file-rules.ts';
import type { Locale } from '#core/locale.ts';
import { foldEmail } from '#core/requisites/email.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { isPlainPdf } from '#server/cheques/plain-pdf.ts';
import type { Deps } from '#server/deps.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { encryptFile, newFileKey } from '#server/platform/file-cipher.ts';
import { CLEAN_PICTURE_TYPE, cleanPicture } from '#server/platform/images/clean-picture.ts';
import { siteUrl } from './site-url.ts';
import { hasRequestedSince, insertRequest, type EncryptedFile } from './store.ts';

/** The kind under which these mails are queued. */
export const BUSINESS_MAIL = 'business_request';

type FileRefusal = 'file_too_large' | 'invalid_file_type';

/**
 * Sanitises an uploaded file and encrypts it (R50). Accepts a PDF without active content, or a picture, which is re-encoded. The bytes
 * determine the type. Null without a file.
 */
export async function cleanFile(
  { secrets }: Pick<Deps, 'secrets'>,
  bytes: Buffer | undefined,
  peer: string,
): Promise<Result<EncryptedFile | null, FileRefusal>> {
  if (bytes === undefined || bytes.length === 0) return accept(null);
  if (bytes.length > MAX_BUSINESS_FILE_BYTES) return refuse({ code: 'file_too_large', field: 'attachment', params: { max: 5 } });
  const pdf = isPlainPdf(bytes) ? bytes : undefined;
  const picture = pdf === undefined ? await cleanPicture(bytes, peer) : undefined;
  const clean = pdf ?? picture;
  if (clean === undefined) return refuse({ code: 'invalid_file_type', field: 'attachment', message: 'plain_file', params: { max: 5 } });
  const secret = newFileKey();
  const type = pdf === undefined ? CLEAN_PICTURE_TYPE : 'application/pdf';
  return accept({ type, content: encryptFile(clean, secret, BUSINESS_MAIL), secretSealed: secrets.seal(secret) });
}

export interface OnlinePaymentsInput {
  readonly email: string;
  readonly url: string;
  readonly turnover: string;
  readonly area: string;
  readonly comment: string;
  readonly userId: string | null;
  readonly locale: Locale;
  readonly file: EncryptedFile | null;
}

const singleLine = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
const orNull = (text: string): string | null => (text === '' ? null : text);

/** Checks the required fields. Reports every missing or invalid one. */
function checkInput(
  input: OnlinePaymentsInput,
): Result<{ readonly email: string; readonly url: string; readonly turnover: string }, 'required' | 'invalid_format'> {
  const [email, url, turnover] = [checkEmail(input.email), siteUrl(input.url), singleLine(input.turnover)];
  if (email.ok && url !== undefined && turnover !== '') return accept({ email: email.value, url, turnover });
  const missing = (['email', 'url', 'monthly_turnover'] as const).filter(
    (field) => singleLine(field === 'monthly_turnover' ? input.turnover : input[field]) === '',
  );
  const invalid = [
    ...(email.ok ? [] : email.refusals),
    ...(url === undefined ? [{ code: 'invalid_format', field: 'url', message: 'business_url' } as const] : []),
  ].filter(({ field }) => missing.every((missingField) => missingField !== field));
  return { ok: false, refusals: [...missing.map((field) => ({ code: 'required', field }) as const), ...invalid] };
}

/** Stores a merchant's request to accept payments (domain 9). The receipt mail is sent at most once a day per mailbox. */
export async function requestPayments(
  deps: Pick<Deps, 'random' | 'clock'>,
  tx: Tx,
  input: OnlinePaymentsInput,
): Promise<Result<{ readonly url: string; readonly id: string }, 'required' | 'invalid_format'>> {
  const form = checkInput(input);
  if (!form.ok) return form;
  const { email, url, turnover } = form.value;
  const now = deps.clock.now();
  const [id, mailbox] = [deps.random.uuid(), foldEmail(email)];
  const hasReceipt = await hasRequestedSince(tx, mailbox, now - RECEIPT_INTERVAL_MS);
  const { locale, userId, file } = input;
  const [area, comment] = [orNull(singleLine(input.area)), orNull(input.comment.normalize('NFC').trim())];
  await insertRequest(tx, { id, email, mailbox, locale, userId, url, turnover, area, comment, file, now });
  const news = { kind: BUSINESS_MAIL, subject: id, recipient: email, version: 1, topic: 'new', isPaid: false };
  if (!hasReceipt) await queueNews(tx, { ...news, changedAt: now, dueAt: now });
  return accept({ url, id });
}
