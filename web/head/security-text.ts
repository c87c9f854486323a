/** RFC 9116 recommends less than a year; the date moves with every request. */
const VALID_MS = 180 * 24 * 3_600_000;

interface Site {
  readonly publicUrl: string;
  /** Null: not set; the support page is the contact. */
  readonly supportEmail: string | null;
}

/** Text of security.txt (RFC 9116). `now` in epoch milliseconds. */
export const securityText = ({ publicUrl, supportEmail }: Site, now: number): string =>
  [
    `Contact: ${supportEmail === null ? `${publicUrl}/support` : `mailto:${supportEmail}`}`,
    `Expires: ${new Date(now + VALID_MS).toISOString().replace(/\.\d+Z$/, 'Z')}`,
    'Preferred-Languages: ru, en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
