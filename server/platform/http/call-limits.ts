import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isCommand } from '#contract/call-refusals.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { HttpContext } from './context.ts';
import { peerOf } from './peer.ts';
import type { LimitKind } from './rate-limits.ts';
import type { CallRefusal } from './refusal.ts';
import type { Visitor } from './route.ts';
import { isSigned } from './signed-call.ts';

/** Whether it makes a new thing. */
export const isCreation = (endpoint: Endpoint): boolean =>
  isCommand(endpoint) && endpoint.reply.kind === 'resource' && endpoint.reply.status === 201;

function limitOf(endpoint: Endpoint): LimitKind {
  if (endpoint.method === 'GET') return 'read';
  if (!isCommand(endpoint)) return 'calculation';
  return isCreation(endpoint) ? 'creation' : 'command';
}

interface Shared {
  readonly all: LimitKind;
  /** What each of them may still do while all together are over their limit. */
  readonly busy: LimitKind;
}

/** What all guests together may ask for; reading is from memory and has no such end. */
const OF_GUESTS: Partial<Readonly<Record<LimitKind, Shared>>> = {
  calculation: { all: 'calculation_all', busy: 'calculation_busy' },
  command: { all: 'command_all', busy: 'command_busy' },
  creation: { all: 'creation_all', busy: 'creation_busy' },
};

const tooMany = (seconds: number | undefined): CallRefusal | undefined =>
  seconds === undefined ? undefined : { code: 'too_many_requests', params: { seconds } };

/** What a page asks before it is drawn is bounded with the page; forms that it passes on are their visitor's commands. */
const isOfPage = (endpoint: Endpoint, { raw }: FastifyRequest): boolean => !(raw.socket instanceof Socket) && !isCommand(endpoint);

/** Counts a call for its address, before anything else is known of it. */
export async function spendOwn(endpoint: Endpoint, { limits }: HttpContext, request: FastifyRequest): Promise<CallRefusal | undefined> {
  if (isOfPage(endpoint, request)) return undefined;
  return tooMany(await limits.spend(isSigned(request.headers) ? 'signed' : limitOf(endpoint), peerOf(request.ip)));
}

/**
 * Counts a call for whoever makes it, once the call is known to be his to make. Guests have a limit together; it never stops one who has asked
 * for little. Signed-in people have their own, so that no guest can stop them; the programs of partners have quotas.
 */
export async function spendAs(
  visitor: Visitor,
  endpoint: Endpoint,
  { context: { limits }, request }: { readonly context: HttpContext; readonly request: FastifyRequest },
): Promise<CallRefusal | undefined> {
  const kind = limitOf(endpoint);
  const shared = OF_GUESTS[kind];
  if (shared === undefined || visitor.kind === 'partner' || isOfPage(endpoint, request)) return undefined;
  if (visitor.kind !== 'guest') return tooMany(await limits.spend(kind, `user ${visitor.userId}`));
  const isBusy = (await limits.spend(shared.all, 'guests')) !== undefined;
  return isBusy ? tooMany(await limits.spend(shared.busy, peerOf(request.ip))) : undefined;
}
