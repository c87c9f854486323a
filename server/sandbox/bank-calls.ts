import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { statusOf } from '#contract/refusals.ts';
import type { ErrorDocument } from '#contract/document.ts';
import type { PartnerScope } from '#core/partner.ts';
import type { Deps } from '#server/deps.ts';
import { isOrderOfPartner } from '#server/orders/partner-orders.ts';
import type { Db } from '#server/platform/db/db.ts';
import { localeOf, refusedAnswer } from '#server/platform/http/error-document.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import type { RateLimits } from '#server/platform/http/rate-limits.ts';
import { type CallRefusal, type CallResult, refuseCall } from '#server/platform/http/refusal.ts';
import type { SignedPartner } from '#server/platform/http/route.ts';
import { isSigned, type SignedGate } from '#server/platform/http/signed-call.ts';
import { relayTo } from './relay.ts';

/** What a partner's program may ask of the test bank, and what its key must be good for. */
const CALLS: readonly { readonly method: 'GET' | 'POST'; readonly path: string; readonly scope: PartnerScope }[] = [
  { method: 'POST', path: '/sandbox/payments', scope: 'orders:write' },
  { method: 'GET', path: '/sandbox/ledger', scope: 'orders:read' },
  { method: 'GET', path: '/sandbox/faults', scope: 'orders:read' },
  { method: 'POST', path: '/sandbox/faults', scope: 'orders:write' },
];

const scopeOf = ({ method, routeOptions }: FastifyRequest): PartnerScope =>
  CALLS.find((call) => call.method === method && call.path === routeOptions.url)?.scope ?? 'orders:read';

const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : ''));

/** Who has signed a call to the bank, if his key is good for it. */
async function signerOf(gate: SignedGate, request: FastifyRequest): Promise<CallResult<SignedPartner>> {
  const { method, url: target, headers, ip } = request;
  const { signed } = await gate({ method, target, headers, body: bytesOf(request), ip });
  if (!signed.ok) return signed;
  return signed.value.scopes.includes(scopeOf(request)) ? signed : refuseCall({ code: 'scope_missing', header: 'Partner-Key' });
}

type WordDeps = Pick<Deps, 't' | 'random'>;

interface Refused {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly document: ErrorDocument;
}

const refused = ({ t, random }: WordDeps, request: FastifyRequest, refusals: readonly CallRefusal[]): Refused => ({
  ...refusedAnswer({ t, newId: () => random.uuid() }, localeOf(request.headers['site-locale']), refusals),
  status: statusOf(refusals.map(({ code }) => code)),
});

/** Whose orders somebody plays with at the bank of this very process: an unsigned call is everybody's, as in a demonstration. */
export const playersOf = (deps: WordDeps & { readonly db: Db }, gate: SignedGate) => async (request: FastifyRequest) => {
  if (!isSigned(request.headers)) return { who: 'everybody' } as const;
  const signed = await signerOf(gate, request);
  if (!signed.ok) return { who: 'nobody', ...refused(deps, request, signed.refusals) } as const;
  const { userId, mode } = signed.value;
  return {
    who: 'owner',
    owner: `${mode} ${userId}`,
    owns: async (orderId: string) => await isOrderOfPartner(deps.db, signed.value, orderId),
  } as const;
};

interface DoorParts {
  readonly deps: WordDeps & Pick<Deps, 'sandbox'>;
  readonly gate: SignedGate;
  readonly limits: RateLimits;
}

/** Beside real money the test bank is behind this door: for whoever signs with a sandbox key there is one, for everybody else there is none. */
export async function sandboxDoor(app: FastifyInstance, { deps, gate, limits }: DoorParts): Promise<void> {
  const relay = relayTo(deps.sandbox);
  const send = (reply: FastifyReply, { status, headers, document }: Refused) =>
    reply
      .code(status)
      .headers(headers)
      .type('application/vnd.api+json')
      .send(Buffer.from(JSON.stringify(document)));

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const refuse = (...refusals: CallRefusal[]) => send(reply, refused(deps, request, refusals));
    if (!isSigned(request.headers)) return refuse({ code: 'not_found' });
    const seconds = await limits.spend('signed', peerOf(request.ip));
    if (seconds !== undefined) return refuse({ code: 'too_many_requests', params: { seconds } });
    const signed = await signerOf(gate, request);
    if (!signed.ok) return refuse(...signed.refusals);
    if (signed.value.mode !== 'sandbox') return refuse({ code: 'scope_missing', header: 'Partner-Key' });
    return await relay({ request, reply }, signed.value);
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 64 * 1024 }, (_request, body, done) => done(null, body));
    for (const { method, path } of CALLS) scope.route({ method, url: path, handler: answer });
  });
}
