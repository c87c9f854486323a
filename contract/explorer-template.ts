const HASH = '{tx}';

/** Whether a template names the page of a transaction in a block explorer: https, without a user, with `{tx}` after the host. */
export function isExplorerTemplate(template: string): boolean {
  const filled = template.replaceAll(HASH, '0');
  if (!template.includes(HASH) || !URL.canParse(filled)) return false;
  const { protocol, username, password, origin } = new URL(filled);
  return protocol === 'https:' && username === '' && password === '' && template.startsWith(`${origin}/`);
}

/** The page of a transaction; null for a template that is none. The hash is untrusted input and is escaped. */
export const explorerUrl = (template: string, hash: string): string | null =>
  isExplorerTemplate(template) ? template.replaceAll(HASH, () => encodeURIComponent(hash)) : null;
