import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallResult } from './refusal.ts';
import type { SignedPartner } from './route.ts';

/** Headers of a signed call; any of them makes it one, whatever else it carries. */
export const SIGNED_HEADERS = { key: 'partner-key', timestamp: 'partner-timestamp', signature: 'partner-signature' } as const;

/** Whether a call says who it is by a signature: then that is who it is, or nobody. No cookie and no key to one thing counts beside it. */
export const isSigned = (headers: IncomingHttpHeaders): boolean =>
  Object.values(SIGNED_HEADERS).some((name) => headers[name] !== undefined);

/** A signed call as it was sent. */
export interface SignedCall {
  readonly method: string;
  /** Path with query, as on the request line. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly ip: string;
}

/** What a gate has to say of a call: who makes it, and how much he may go on asking. */
export interface Signer {
  readonly signed: CallResult<SignedPartner>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Who signs calls, told by the features; nothing of a body is read before it has spoken. */
export type SignedGate = (call: SignedCall) => Promise<Signer>;

/** Hands a call, whose signer is known, to where keys for trying are answered, and the answer back. */
export type Elsewhere = (
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  partner: SignedPartner,
) => Promise<FastifyReply>;

/** Where nobody has keys. */
export const noSignedCalls: SignedGate = () =>
  Promise.resolve({ signed: { ok: false, refusals: [{ code: 'invalid_signature', header: 'Partner-Signature' }] }, headers: {} });
