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

/** Domains that ignore dots in the local part. */
const DOTS_IGNORED: ReadonlySet<string> = new Set(['gmail.com']);
/** Other domains of the same provider. */
const DOMAIN_ALIASES: Readonly<Record<string, string>> = {
  'googlemail.com': 'gmail.com',
  'ya.ru': 'yandex.ru',
  'yandex.com': 'yandex.ru',
  'yandex.by': 'yandex.ru',
  'yandex.kz': 'yandex.ru',
};

/** One form for all aliases of a mailbox (case, `+tag`, ignored dots, other domains). It recognises a customer and is never mailed to. */
export function foldEmail(email: string): string {
  const text = email.trim().toLowerCase();
  const at = text.lastIndexOf('@');
  if (at < 1) return text;
  const typedDomain = text.slice(at + 1);
  const domain = DOMAIN_ALIASES[typedDomain] ?? typedDomain;
  const local = text.slice(0, at).replace(/(?<=.)\+.*$/, '');
  return `${DOTS_IGNORED.has(domain) ? local.replaceAll('.', '') : local}@${domain}`;
}
