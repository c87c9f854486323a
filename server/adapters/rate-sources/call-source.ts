import { callOutside, type OutboundAnswer } from '#server/platform/outbound.ts';

/** A price list of the whole world fits in far less. */
const MAX_BYTES = 2 * 1024 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 2;

const isHttp = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';

/** A source that keeps to its word: asked with what it said last, so that an unchanged answer costs nothing. */
export interface Caller {
  /** Undefined: nothing has changed. Throws on anything but an answer. */
  call(url: string, deadlineMs: number): Promise<OutboundAnswer | undefined>;
}

async function follow(url: URL, headers: Readonly<Record<string, string>>, deadlineMs: number): Promise<OutboundAnswer> {
  let at = url;
  for (let left = MAX_REDIRECTS; ; left -= 1) {
    const answer = await callOutside({ url: at.href, headers, deadlineMs, maxBytes: MAX_BYTES });
    const location = REDIRECTS.has(answer.status) ? answer.headers.get('location') : null;
    if (location === null) return answer;
    const next = new URL(location, at);
    // Who was asked answers, nobody else: a list that sends us to another host sends us anywhere
    if (left === 0 || next.hostname !== at.hostname || !isHttp(next)) throw new Error(`${at.host}: sends us elsewhere`);
    at = next;
  }
}

/** One per source: remembers the marks (ETag, Last-Modified) of its last answer. */
export function createCaller(): Caller {
  let marks: Readonly<Record<string, string>> = {};
  return {
    async call(text, deadlineMs) {
      const url = new URL(text);
      if (!isHttp(url)) throw new Error(`${url.protocol} is no address of a source`);
      const answer = await follow(url, marks, deadlineMs);
      if (answer.status === 304) return undefined;
      if (answer.status !== 200) throw new Error(`${url.host}: HTTP ${answer.status}`);
      const [etag, modified] = [answer.headers.get('etag'), answer.headers.get('last-modified')];
      marks = { ...(etag === null ? {} : { 'if-none-match': etag }), ...(modified === null ? {} : { 'if-modified-since': modified }) };
      return answer;
    },
  };
}

/** A source's own address, or another that was given: a bare origin serves the same path. */
export function addressOf(own: string, other: string | undefined): string {
  if (other === undefined) return own;
  const [there, here] = [new URL(other), new URL(own)];
  if (there.pathname !== '/' || there.search !== '') return other;
  return new URL(here.pathname + here.search, there).href;
}
