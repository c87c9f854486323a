import { isIP } from 'node:net';
import { type Instant, SECOND_MS } from '#core/time.ts';
import { MAX_URL_CHARS, type UrlProblem } from '#core/webhooks/webhook.ts';

type CheckedUrl = { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly problem: UrlProblem };

/** Names used inside networks, never on the internet (RFC 6761, 6762, 8375, ICANN's `internal`). */
const INTERNAL_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|arpa|invalid|test|example|onion|alt)$/;
const PORTS: readonly string[] = ['', '443', '8443'];
/** Blanks, control and invisible characters and backslashes: a URL parser tolerates them, we do not. */
const UNSAFE = /[\s\\\p{Cc}\p{Cf}]/u;

const problem = (code: UrlProblem): CheckedUrl => ({ ok: false, problem: code });

/** Problem of a host name. Numeric forms such as `0177.1`, `2130706433` or `0x7f.1` are addresses for a parser, not names. */
function hostProblem({ hostname }: URL, ownHost: string): UrlProblem | undefined {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0) return 'not_a_name';
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname) || /\.[0-9-]+$/.test(hostname)) return 'not_a_name';
  if (hostname === ownHost) return 'our_own';
  return INTERNAL_NAMES.test(hostname) ? 'not_public' : undefined;
}

/**
 * Whether we may send to a URL: https to a public name on port 443 or 8443, or `allowedHosts` (`WEBHOOK_HOSTS`, never in production).
 * Addresses are checked at delivery (`server/platform/call-public.ts`).
 */
export function checkWebhookUrl(
  text: string,
  { allowedHosts, ownHost }: { readonly allowedHosts: readonly string[]; readonly ownHost: string },
): CheckedUrl {
  if (text.length > MAX_URL_CHARS || UNSAFE.test(text) || !URL.canParse(text)) return problem('not_a_url');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return problem('has_credentials');
  if (url.hash !== '') return problem('not_a_url');
  if (isAllowedHost(url, allowedHosts)) return { ok: true, url };
  if (url.protocol !== 'https:') return problem('not_encrypted');
  const hostIssue = hostProblem(url, ownHost);
  if (hostIssue !== undefined) return problem(hostIssue);
  return PORTS.includes(url.port) ? { ok: true, url } : problem('wrong_port');
}

/** Whether `host:port` is one of those that tests and demonstrations allow. */
export const isAllowedHost = ({ protocol, host }: URL, allowedHosts: readonly string[]): boolean =>
  (protocol === 'http:' || protocol === 'https:') && allowedHosts.includes(host);

/** `Retry-After` in milliseconds, from seconds or a date; null when unreadable. */
export function parseRetryAfterMs(header: string | undefined, now: Instant): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const at = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(at - now, 0);
}
