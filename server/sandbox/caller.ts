import type { IncomingHttpHeaders } from 'node:http';
import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { PARTNER_SCOPES } from '#core/partner.ts';
import type { SandboxCaller } from './port.ts';

/** Between the shop and its sandbox only: neither is ever taken over from outside, and without the token nothing is answered. */
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

/** Whose call it is; undefined: nobody's. The token was looked at before. */
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
  const given = headers[TOKEN_HEADER];
  return timingSafeEqual(digest(typeof given === 'string' ? given : ''), digest(token)) && typeof given === 'string';
};
