import { type NameRefusal, nameRefusal, normaliseName } from '#core/requisites/full-name.ts';
import { normaliseEmail } from '#core/requisites/email.ts';
import { normalisePhone } from '#core/requisites/phone.ts';
import { accept, refuse, type Result } from '#core/result.ts';

/** A normalised text; null if it is empty. */
type OptionalTextResult = Result<string | null, NameRefusal>;

/** A person's name, normalised; null if empty. Refuses names with other characters or not of 8 to 64 (spec 5). */
export function checkFullName(text: string): OptionalTextResult {
  const name = normaliseName(text);
  if (name === '') return accept(null);
  const refusal = nameRefusal(name);
  return refusal === undefined ? accept(name) : refuse({ ...refusal, field: 'full_name' });
}

/** A phone number in international form; null if empty. Refuses a number that cannot be called (spec 5). */
export function checkPhone(text: string): Result<string | null, 'invalid_format'> {
  if (text.trim() === '') return accept(null);
  const phone = normalisePhone(text);
  return phone === undefined ? refuse({ code: 'invalid_format', field: 'phone', message: 'invalid_phone' }) : accept(phone);
}

/** The e-mail of an account, normalised (spec 5: "Enter a valid email"). */
export function checkEmail(text: string): Result<string, 'invalid_format'> {
  const email = normaliseEmail(text);
  return email === undefined ? refuse({ code: 'invalid_format', field: 'email', message: 'invalid_email' }) : accept(email);
}

const [MIN_CODE, MAX_CODE] = [4, 32];
/** Letters, digits and separators. A mail program turns none of them into a link. */
const CODE = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} _-]*$/u;
/** Eight digits in a row may be a telephone, a card or an account. */
const LONG_NUMBER = /(?:\p{N}[ _-]*){8}/u;

/**
 * The customer's anti-phishing code (domain 9, "Mail"); null if empty. It has 4 to 32 letters, digits and separators and no long number, as
 * other text could impersonate the shop.
 */
export function checkAntiPhishingCode(text: string): OptionalTextResult {
  const code = text.normalize('NFC').trim();
  const field = 'anti_phishing_code';
  if (code === '') return accept(null);
  if ([...code].length < MIN_CODE) return refuse({ code: 'too_short', field, params: { min: MIN_CODE } });
  if ([...code].length > MAX_CODE) return refuse({ code: 'too_long', field, params: { max: MAX_CODE } });
  if (!CODE.test(code) || LONG_NUMBER.test(code)) return refuse({ code: 'invalid_format', field, message: 'anti_phishing_code' });
  return accept(code);
}
