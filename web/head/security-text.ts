/** RFC 9116 recommends less than a year; an installation that is still answered renews its word at every reading. */
const VALID_MS = 180 * 24 * 3_600_000;

interface Site {
  readonly publicUrl: string;
  /** Null where this installation names none: then its own page is where one can write. */
  readonly supportEmail: string | null;
}

/** Whom to tell of a hole (RFC 9116). `now` in epoch milliseconds. */
export const securityText = ({ publicUrl, supportEmail }: Site, now: number): string =>
  [
    `Contact: ${supportEmail === null ? `${publicUrl}/support` : `mailto:${supportEmail}`}`,
    `Expires: ${new Date(now + VALID_MS).toISOString().replace(/\.\d+Z$/, 'Z')}`,
    'Preferred-Languages: ru, en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
