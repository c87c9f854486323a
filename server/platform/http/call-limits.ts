import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isCommand } from '#contract/call-refusals.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { HttpContext } from './context.ts';
import { peerOf } from './peer.ts';
import type { LimitKind, RateLimits } from './rate-limits.ts';
import type { CallRefusal } from './refusal.ts';
import type { Visitor } from './route.ts';
import { isSigned } from './signed-call.ts';

/** Whether the call creates a resource. */
export const isCreation = (endpoint: Endpoint): boolean =>
  isCommand(endpoint) && endpoint.reply.kind === 'resource' && endpoint.reply.status === 201;

function limitOf(endpoint: Endpoint): LimitKind {
  if (endpoint.method === 'GET') return 'read';
  if (!isCommand(endpoint)) return 'calculation';
  return isCreation(endpoint) ? 'creation' : 'command';
}

interface SharedLimit {
  readonly all: LimitKind;
  /** Limit per address while all guests together are over their limit. */
  readonly busy: LimitKind;
}

/** Limits of all guests together. Reading is served from memory and has none. */
const GUEST_LIMITS: Partial<Readonly<Record<LimitKind, SharedLimit>>> = {
  calculation: { all: 'calculation_all', busy: 'calculation_busy' },
  command: { all: 'command_all', busy: 'command_busy' },
  creation: { all: 'creation_all', busy: 'creation_busy' },
};

const tooMany = (seconds: number | undefined): CallRefusal | undefined =>
  seconds === undefined ? undefined : { code: 'too_many_requests', params: { seconds } };

/** Whether an in-process page render makes the call: it counts with the page. Forms that a page passes on are commands of their visitor. */
const isPageCall = (endpoint: Endpoint, { raw }: FastifyRequest): boolean => !(raw.socket instanceof Socket) && !isCommand(endpoint);

/** Counts a call for its address, before anything else about it is checked. */
export async function spendForAddress(
  endpoint: Endpoint,
  { limits }: HttpContext,
  request: FastifyRequest,
): Promise<CallRefusal | undefined> {
  if (isPageCall(endpoint, request)) return undefined;
  return tooMany(await limits.spend(isSigned(request.headers) ? 'signed' : limitOf(endpoint), peerOf(request.ip)));
}

/**
 * Counts an authorised call. Guests share a limit; above it each address has a small one. Signed-in users have their own, so that guests
 * cannot block them; partners have quotas.
 */
export function spendForVisitor(
  visitor: Visitor,
  endpoint: Endpoint,
  { context: { limits }, request }: { readonly context: HttpContext; readonly request: FastifyRequest },
): Promise<CallRefusal | undefined> | undefined {
  const kind = limitOf(endpoint);
  const shared = GUEST_LIMITS[kind];
  if (shared === undefined || visitor.kind === 'partner' || isPageCall(endpoint, request)) return undefined;
  return visitor.kind === 'guest' ? spendShared(limits, shared, request) : limits.spend(kind, `user ${visitor.userId}`).then(tooMany);
}

async function spendShared(limits: RateLimits, { all, busy }: SharedLimit, request: FastifyRequest): Promise<CallRefusal | undefined> {
  const isBusy = (await limits.spend(all, 'guests')) !== undefined;
  return isBusy ? tooMany(await limits.spend(busy, peerOf(request.ip))) : undefined;
}
