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

/** One form for all aliases of a mailbox: case, `+tag`, ignored dots, other domains. For recognising a customer, never for sending. */
export function foldEmail(email: string): string {
  const text = email.trim().toLowerCase();
  const at = text.lastIndexOf('@');
  if (at < 1) return text;
  const typedDomain = text.slice(at + 1);
  const domain = DOMAIN_ALIASES[typedDomain] ?? typedDomain;
  const local = text.slice(0, at).replace(/(?<=.)\+.*$/, '');
  return `${DOTS_IGNORED.has(domain) ? local.replaceAll('.', '') : local}@${domain}`;
}
