import { JSON_API } from '#contract/document.ts';
import type { Endpoint } from '#contract/endpoint.ts';

interface MediaRange {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

function parseRange(text: string): MediaRange {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim());
  const parameters = rest
    .filter((part) => part !== '')
    .map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=', 2);
      return [name.trim().toLowerCase(), value.trim()];
    });
  return { type: type.toLowerCase(), parameters: new Map(parameters) };
}

/** JSON:API 1.1: no parameter but `ext` and `profile`; we support no extension, profiles may be ignored. */
const isPlain = ({ parameters }: MediaRange): boolean => [...parameters.keys()].every((name) => name === 'profile' || name === 'q');

/** Whether a body of this `Content-Type` may be read by the endpoint. */
export function isReadable(endpoint: Endpoint, contentType: string): boolean {
  if (contentType === JSON_API) return endpoint.files === undefined;
  const range = parseRange(contentType);
  if (endpoint.files !== undefined) return range.type === 'multipart/form-data';
  return range.type === JSON_API && isPlain(range) && !range.parameters.has('q');
}

function mediaTypesOf({ reply }: Endpoint): readonly string[] {
  if (reply.kind === 'stream') return ['text/event-stream', JSON_API];
  if (reply.kind === 'file') return [reply.mediaType, JSON_API];
  return [JSON_API];
}

function isQualityZero({ parameters }: MediaRange): boolean {
  const quality = parameters.get('q');
  return quality !== undefined && Number(quality) === 0;
}

/** Whether one of the endpoint's media types is acceptable by the `Accept` header. */
export function isAcceptable(endpoint: Endpoint, accept: string | undefined): boolean {
  if (accept === undefined || accept === '' || accept === '*/*' || accept === JSON_API) return true;
  const offered = mediaTypesOf(endpoint);
  return accept
    .split(',')
    .map(parseRange)
    .some((range) => {
      if (isQualityZero(range)) return false;
      if (range.type === JSON_API) return isPlain(range);
      return range.type === '*/*' || offered.some((type) => range.type === type || range.type === `${type.split('/')[0]}/*`);
    });
}
