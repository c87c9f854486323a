import type { IncomingHttpHeaders } from 'node:http';
import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { PARTNER_SCOPES } from '#core/partner/partner.ts';
import type { SandboxCaller } from './port.ts';

/** Headers between the shop and its sandbox; never accepted from outside, and without the token every call is refused. */
export const TOKEN_HEADER = 'sandbox-token';
export const CALLER_HEADER = 'sandbox-caller';

const Caller = z.object({
  userId: z.uuid(),
  keyId: z.string().check(z.maxLength(40)),
  scopes: z.array(z.enum(PARTNER_SCOPES)),
  quotas: z.object({ requestsPerMinute: z.number(), ordersPerDay: z.number(), openOrders: z.number(), reservePercent: z.number() }),
});

export const writeCaller = ({ userId, keyId, scopes, quotas }: SandboxCaller): string =>
  Buffer.from(JSON.stringify({ userId, keyId, scopes, quotas })).toString('base64url');

/** The caller named in the headers; undefined if malformed. The token has been checked before. */
export function readCaller(headers: IncomingHttpHeaders): SandboxCaller | undefined {
  const text = headers[CALLER_HEADER];
  if (typeof text !== 'string') return undefined;
  try {
    return Caller.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    return undefined;
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export const hasToken = (headers: IncomingHttpHeaders, token: string): boolean => {
  const received = headers[TOKEN_HEADER];
  return timingSafeEqual(digest(typeof received === 'string' ? received : ''), digest(token)) && typeof received === 'string';
};
