const MAX_EMAIL = 254;
const MAX_LOCAL = 64;
/** What mail servers accept: an unquoted local part without leading, trailing or double dots. */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
const TOP_LABEL = /^(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})$/u;

/** An e-mail address trimmed, with its domain in lower case; undefined where it is not valid. Spec 5: "Enter a valid email". */
export function normaliseEmail(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_EMAIL) return undefined;
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, at);
  const domain = trimmed.slice(at + 1).toLowerCase();
  if (at < 1 || local.length > MAX_LOCAL || !LOCAL.test(local)) return undefined;
  const labels = domain.split('.');
  const isDomain = labels.length > 1 && labels.every((label) => LABEL.test(label)) && TOP_LABEL.test(labels.at(-1) ?? '');
  return isDomain ? `${local}@${domain}` : undefined;
}
