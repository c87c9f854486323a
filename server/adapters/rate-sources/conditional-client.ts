import { callOutside, type OutboundResponse } from '#server/platform/outbound.ts';

/** Far above the size of any price list. */
const MAX_BYTES = 2 * 1024 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 2;

const isHttp = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';

/** Conditional requests to one source: sends the validators of its last response. */
export interface ConditionalClient {
  /** Undefined: unchanged. Throws on anything but a response. */
  call(url: string, deadlineMs: number): Promise<OutboundResponse | undefined>;
}

async function follow(url: URL, headers: Readonly<Record<string, string>>, deadlineMs: number): Promise<OutboundResponse> {
  let current = url;
  for (let remaining = MAX_REDIRECTS; ; remaining -= 1) {
    const response = await callOutside({ url: current.href, headers, deadlineMs, maxBytes: MAX_BYTES });
    const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
    if (location === null) return response;
    const next = new URL(location, current);
    // Redirects to other hosts are refused: they could lead anywhere
    if (remaining === 0 || next.hostname !== current.hostname || !isHttp(next)) throw new Error(`${current.host}: sends us elsewhere`);
    current = next;
  }
}

/** One per source: stores the validators (ETag, Last-Modified) of its last response. */
export function createConditionalClient(): ConditionalClient {
  let validators: Readonly<Record<string, string>> = {};
  return {
    async call(text, deadlineMs) {
      const url = new URL(text);
      if (!isHttp(url)) throw new Error(`${url.protocol} is no address of a source`);
      const response = await follow(url, validators, deadlineMs);
      if (response.status === 304) return undefined;
      if (response.status !== 200) throw new Error(`${url.host}: HTTP ${response.status}`);
      const [etag, modified] = [response.headers.get('etag'), response.headers.get('last-modified')];
      validators = { ...(etag === null ? {} : { 'if-none-match': etag }), ...(modified === null ? {} : { 'if-modified-since': modified }) };
      return response;
    },
  };
}

/** A source's default URL, or the configured one: a bare origin gets the default path. */
export function sourceUrl(defaultUrl: string, configuredUrl: string | undefined): string {
  if (configuredUrl === undefined) return defaultUrl;
  const [configured, fallback] = [new URL(configuredUrl), new URL(defaultUrl)];
  if (configured.pathname !== '/' || configured.search !== '') return configuredUrl;
  return new URL(fallback.pathname + fallback.search, configured).href;
}
