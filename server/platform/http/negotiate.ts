import { parse } from 'content-type';
import Negotiator from 'negotiator';
import { JSON_API } from '#contract/document.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/**
 * Whether the endpoint reads bodies of this `Content-Type`. JSON:API 1.1 allows only the parameters `ext` and `profile`; we support no
 * extension.
 */
export function isReadable(endpoint: Endpoint, contentType: string): boolean {
  if (contentType === JSON_API) return endpoint.files === undefined;
  const { type, parameters } = parse(contentType);
  if (endpoint.files !== undefined) return type === 'multipart/form-data';
  return type === JSON_API && Object.keys(parameters).every((name) => name === 'profile');
}

function mediaTypesOf({ reply }: Endpoint): string[] {
  if (reply.kind === 'stream') return ['text/event-stream', JSON_API];
  if (reply.kind === 'file') return [...[reply.mediaType].flat(), JSON_API];
  return [JSON_API];
}

/** Profiles may be ignored (JSON:API 1.1, "Profiles"). */
const PROFILE = /;\s*profile=(?:"(?:[^"\\]|\\.)*"|[^\s;,]*)/gi;

/** Whether one of the endpoint's media types is acceptable by the `Accept` header. */
export function isAcceptable(endpoint: Endpoint, accept: string | undefined): boolean {
  if (accept === undefined || accept === '' || accept === '*/*' || accept === JSON_API) return true;
  const negotiator = new Negotiator({ headers: { accept: accept.replaceAll(PROFILE, '') } });
  return negotiator.mediaType(mediaTypesOf(endpoint)) !== undefined;
}

/** The first of our encodings that `Accept-Encoding` allows; undefined: send the bytes uncompressed. */
export function encodingFor<Name extends string>(
  acceptEncoding: string | readonly string[] | undefined,
  supported: readonly Name[],
): Name | undefined {
  if (acceptEncoding === undefined) return undefined;
  const accepted = new Negotiator({ headers: { 'accept-encoding': String(acceptEncoding) } }).encodings([...supported]);
  return supported.find((name) => accepted.includes(name));
}
