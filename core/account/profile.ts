import { isName, MAX_NAME, MIN_NAME, normaliseName } from '#core/requisites/full-name.ts';
import { normaliseEmail } from '#core/requisites/email.ts';
import { normalisePhone } from '#core/requisites/phone.ts';
import { accept, refuse, type Result } from '#core/result.ts';

/** What a person says of himself, as it is kept; null: nothing. */
type Said = Result<string | null, 'invalid_format' | 'too_short' | 'too_long'>;

/** A person's name: empty, or 8 to 64 letters (spec 5). */
export function checkFullName(text: string): Said {
  const name = normaliseName(text);
  const length = [...name].length;
  if (name === '') return accept(null);
  if (!isName(name)) return refuse({ code: 'invalid_format', field: 'full_name', message: 'invalid_full_name' });
  if (length < MIN_NAME) return refuse({ code: 'too_short', field: 'full_name', message: 'name_too_short', params: { min: MIN_NAME } });
  if (length > MAX_NAME) return refuse({ code: 'too_long', field: 'full_name', message: 'name_too_long', params: { max: MAX_NAME } });
  return accept(name);
}

/** A phone number: empty, or one that can be called (spec 5). */
export function checkPhone(text: string): Said {
  if (text.trim() === '') return accept(null);
  const phone = normalisePhone(text);
  return phone === undefined ? refuse({ code: 'invalid_format', field: 'phone', message: 'invalid_phone' }) : accept(phone);
}

/** The e-mail of an account (spec 5: "Enter a valid email"). */
export function checkEmail(text: string): Result<string, 'invalid_format'> {
  const email = normaliseEmail(text);
  return email === undefined ? refuse({ code: 'invalid_format', field: 'email', message: 'invalid_email' }) : accept(email);
}

const MAX_CODE = 32;

/** A word of one's own that our letters carry: empty, or one short line without signs that nobody sees (domain 9, "Mail"). */
export function checkAntiPhishingCode(text: string): Said {
  const code = text.normalize('NFC').trim();
  if (code === '') return accept(null);
  if ([...code].length > MAX_CODE) return refuse({ code: 'too_long', field: 'anti_phishing_code', params: { max: MAX_CODE } });
  // A link in it would be pressed as ours
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>]|:\/\/|www\./u.test(code)) return refuse({ code: 'invalid_format', field: 'anti_phishing_code' });
  return accept(code);
}
