/** Mailboxes whose owner may write dots anywhere in his name. */
const DOTLESS: ReadonlySet<string> = new Set(['gmail.com']);
/** Other names of the same house. */
const SAME_HOUSE: Readonly<Record<string, string>> = {
  'googlemail.com': 'gmail.com',
  'ya.ru': 'yandex.ru',
  'yandex.com': 'yandex.ru',
  'yandex.by': 'yandex.ru',
  'yandex.kz': 'yandex.ru',
};

/** One mailbox by whichever of its aliases: case, `+tag`, dots where they mean nothing, other names of the house. To know a customer again, never to write to him. */
export function foldEmail(email: string): string {
  const text = email.trim().toLowerCase();
  const at = text.lastIndexOf('@');
  if (at < 1) return text;
  const house = text.slice(at + 1);
  const domain = SAME_HOUSE[house] ?? house;
  const local = text.slice(0, at).replace(/(?<=.)\+.*$/, '');
  return `${DOTLESS.has(domain) ? local.replaceAll('.', '') : local}@${domain}`;
}
