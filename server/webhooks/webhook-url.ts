import { isIP } from 'node:net';
import { MAX_URL_CHARS, type UrlProblem } from '#core/webhooks/address.ts';

export type CheckedUrl = { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly problem: UrlProblem };

/** What a machine may be called inside a network, never on the internet (RFC 6761, 6762, 8375, ICANN's `internal`). */
const INSIDE = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|arpa|invalid|test|example|onion|alt)$/;
const PORTS: readonly string[] = ['', '443', '8443'];
/** Printable ASCII and letters; a URL parser forgives blanks, line ends and backslashes, we do not. */
const UNSAFE = /[\s\\\p{Cc}\p{Cf}]/u;

const problem = (what: UrlProblem): CheckedUrl => ({ ok: false, problem: what });

/** What a host is; what a parser made of `0177.1`, `2130706433` or `0x7f.1` is an address and no name. */
function hostProblem({ hostname }: URL, ownHost: string): UrlProblem | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) return 'not_a_name';
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname) || /\.[0-9-]+$/.test(hostname)) return 'not_a_name';
  if (hostname === ownHost) return 'our_own';
  return INSIDE.test(hostname) ? 'not_public' : undefined;
}

/**
 * Whether we would send there: https to a public name on 443 or 8443. `allowedHosts` (`WEBHOOK_HOSTS`, never in production) are taken as
 * they are, http too. Which address the name has is asked at each delivery (`server/platform/call-public.ts`).
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
  const wrong = hostProblem(url, ownHost);
  if (wrong !== undefined) return problem(wrong);
  return PORTS.includes(url.port) ? { ok: true, url } : problem('wrong_port');
}

/** Whether an address is one that tests and demonstrations name by `host:port`. */
export const isAllowedHost = ({ protocol, host }: URL, allowedHosts: readonly string[]): boolean =>
  (protocol === 'http:' || protocol === 'https:') && allowedHosts.includes(host);
