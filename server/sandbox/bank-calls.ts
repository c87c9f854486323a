import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { statusOf } from '#contract/refusals.ts';
import type { ErrorDocument } from '#contract/document.ts';
import type { PartnerScope } from '#core/partner/partner.ts';
import type { Deps } from '#server/deps.ts';
import { isOrderOfPartner } from '#server/orders/partner-orders.ts';
import type { Db } from '#server/platform/db/db.ts';
import { type CallRefusal, type CallResult, localeOf, refusalResponse, refuseCall } from '#server/platform/http/refusal.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import type { RateLimits } from '#server/platform/http/rate-limits.ts';
import type { SignedPartner } from '#server/platform/http/route.ts';
import { isSigned, type AuthenticateSigned } from '#server/platform/http/signed-call.ts';
import { relayTo } from './relay.ts';

/** Calls to the test bank that a partner's program may make, with the scope its key needs. */
const CALLS: readonly { readonly method: 'GET' | 'POST'; readonly path: string; readonly scope: PartnerScope }[] = [
  { method: 'POST', path: '/sandbox/payments', scope: 'orders:write' },
  { method: 'GET', path: '/sandbox/ledger', scope: 'orders:read' },
  { method: 'GET', path: '/sandbox/faults', scope: 'orders:read' },
  { method: 'POST', path: '/sandbox/faults', scope: 'orders:write' },
];

const scopeOf = ({ method, routeOptions }: FastifyRequest): PartnerScope =>
  CALLS.find((call) => call.method === method && call.path === routeOptions.url)?.scope ?? 'orders:read';

const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : ''));

/** The partner who signed a call to the bank, if the key has the scope. */
async function signerOf(authenticate: AuthenticateSigned, request: FastifyRequest): Promise<CallResult<SignedPartner>> {
  const { method, url: target, headers, ip } = request;
  const { signed } = await authenticate({ method, target, headers, body: bytesOf(request), ip });
  if (!signed.ok) return signed;
  return signed.value.scopes.includes(scopeOf(request)) ? signed : refuseCall({ code: 'scope_missing', header: 'Partner-Key' });
}

type RefusalDeps = Pick<Deps, 't' | 'random'>;

interface RefusalReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly document: ErrorDocument;
}

const refusalReply = ({ t, random }: RefusalDeps, request: FastifyRequest, refusals: readonly CallRefusal[]): RefusalReply => ({
  ...refusalResponse({ t, newId: () => random.uuid() }, localeOf(request.headers['site-locale']), refusals),
  status: statusOf(refusals.map(({ code }) => code)),
});

/** Who controls the bank in this process: an unsigned call controls all orders, as in demo mode. */
export const createControllerOf =
  (deps: RefusalDeps & { readonly db: Db }, authenticate: AuthenticateSigned) => async (request: FastifyRequest) => {
    if (!isSigned(request.headers)) return { scope: 'everybody' } as const;
    const signed = await signerOf(authenticate, request);
    if (!signed.ok) return { scope: 'nobody', ...refusalReply(deps, request, signed.refusals) } as const;
    const { userId, mode } = signed.value;
    return {
      scope: 'owner',
      owner: `${mode} ${userId}`,
      ownsOrder: async (orderId: string) => await isOrderOfPartner(deps.db, signed.value, orderId),
    } as const;
  };

interface SandboxRouteParts {
  readonly deps: RefusalDeps & Pick<Deps, 'sandbox'>;
  readonly authenticate: AuthenticateSigned;
  readonly limits: RateLimits;
}

/** Next to real money, the test bank is reachable only by calls signed with a sandbox key; for others it does not exist. */
export async function sandboxBankRoutes(app: FastifyInstance, { deps, authenticate, limits }: SandboxRouteParts): Promise<void> {
  const relay = relayTo(deps.sandbox);
  const send = (reply: FastifyReply, { status, headers, document }: RefusalReply) =>
    reply
      .code(status)
      .headers(headers)
      .type('application/vnd.api+json')
      .send(Buffer.from(JSON.stringify(document)));

  async function relaySigned(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const refuse = (...refusals: CallRefusal[]) => send(reply, refusalReply(deps, request, refusals));
    if (!isSigned(request.headers)) return refuse({ code: 'not_found' });
    const seconds = await limits.spend('signed', peerOf(request.ip));
    if (seconds !== undefined) return refuse({ code: 'too_many_requests', params: { seconds } });
    const signed = await signerOf(authenticate, request);
    if (!signed.ok) return refuse(...signed.refusals);
    if (signed.value.mode !== 'sandbox') return refuse({ code: 'scope_missing', header: 'Partner-Key' });
    return await relay({ request, reply }, signed.value);
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 64 * 1024 }, (_request, body, done) => done(null, body));
    for (const { method, path } of CALLS) scope.route({ method, url: path, handler: relaySigned });
  });
}
