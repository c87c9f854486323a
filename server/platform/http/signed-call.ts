import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallResult } from './refusal.ts';
import type { SignedPartner } from './route.ts';

/** Headers of a signed call; any one of them marks a call as signed. */
export const SIGNED_HEADERS = { key: 'partner-key', timestamp: 'partner-timestamp', signature: 'partner-signature' } as const;

const SIGNED_HEADER_NAMES = Object.values(SIGNED_HEADERS);

/** Whether a call is authenticated by a signature only; cookies and guest tokens are then ignored. */
export const isSigned = (headers: IncomingHttpHeaders): boolean => SIGNED_HEADER_NAMES.some((name) => headers[name] !== undefined);

/** A signed call as received. */
export interface SignedCall {
  readonly method: string;
  /** Path with query, as on the request line. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly ip: string;
}

/** Result of checking a signature: the partner and the quota headers of the response. */
export interface SignatureResult {
  readonly signed: CallResult<SignedPartner>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Authenticates signed calls, provided by a module; runs before the body is parsed. */
export type AuthenticateSigned = (call: SignedCall) => Promise<SignatureResult>;

/** Passes a call of a sandbox key to the sandbox process, and its response back. */
export type ForwardToSandbox = (
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  partner: SignedPartner,
) => Promise<FastifyReply>;

/** Refuses every signed call. */
export const rejectSignedCalls: AuthenticateSigned = () =>
  Promise.resolve({ signed: { ok: false, refusals: [{ code: 'invalid_signature', header: 'Partner-Signature' }] }, headers: {} });
