const HASH = '{tx}';

const HTTPS_ADDRESS = /^https:\/\/[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?\/[^\s\p{Cc}"'<>\\]*$/u;

/** Whether a template names the page of a transaction in a block explorer: https, without a user, with `{tx}` after the host. */
export const isExplorerTemplate = (template: string): boolean => template.includes(HASH) && HTTPS_ADDRESS.test(template);

/** The page of a transaction; null for a template that is none. The hash is untrusted input and is escaped. */
export const explorerUrl = (template: string, hash: string): string | null =>
  isExplorerTemplate(template) ? template.replaceAll(HASH, () => encodeURIComponent(hash)) : null;
