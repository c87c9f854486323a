import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ownPath } from '#contract/own-path.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import { cookiesOfSession } from '#server/sessions/present.ts';
import type { SignInDeps } from '#server/sessions/begin-session.ts';
import { callerOf, sessionCookies } from '#server/sessions/caller.ts';
import { sessionVisitors } from '#server/sessions/visitor.ts';
import { attemptCookie, type AttemptResult, beginAttempt, finishAttempt, inLocaleOf } from './attempt.ts';
import type { Problem, Provider } from './provider.ts';

export type ProviderDeps = SignInDeps & { readonly providers: ReadonlyMap<string, Provider> };

/** Limit of a callback's form. */
const FORM_BYTES = 16 * 1024;

const headerReader = (request: FastifyRequest) => (name: string) => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** Redirects without caching. */
const redirectUncached = (reply: FastifyReply, path: string, cookies: readonly string[] = []) => {
  reply.header('cache-control', 'no-store');
  for (const cookie of cookies) reply.header('set-cookie', cookie);
  return reply.redirect(path, 303);
};

const withQuery = (path: string, query: Readonly<Record<string, string>>): string => `${path}?${new URLSearchParams(query).toString()}`;

const problemPage = ({ purpose, returnTo }: AttemptResult, problem: Problem): string =>
  purpose === 'sign_in'
    ? withQuery(inLocaleOf(returnTo, '/sign-in'), { provider_problem: problem, next: returnTo })
    : withQuery(inLocaleOf(returnTo, '/account/security'), { provider_problem: problem });

/** The page after the callback; a required second factor comes first, as after a password. */
function pageAfter(result: AttemptResult): string {
  const { returnTo, problem, opened } = result;
  if (problem !== undefined) return problemPage(result, problem);
  return opened !== undefined && opened.needs !== 'none'
    ? withQuery(inLocaleOf(returnTo, '/sign-in/factor'), { next: returnTo })
    : returnTo;
}

/**
 * `/auth/<provider>` redirects to the provider, `/auth/<provider>/callback` handles its response. Plain pages: browsers open them without
 * scripts.
 */
export const providerPages = (deps: ProviderDeps): FastifyPluginAsync => {
  const { providers, limits, settings } = deps;
  const browserCookie = attemptCookie(settings.publicUrl);
  const visitors = sessionVisitors(deps);

  async function handleCallback(provider: Provider, request: FastifyRequest, reply: FastifyReply) {
    const header = headerReader(request);
    const token = sessionCookies(settings.publicUrl).read(header('cookie'));
    const { newDeviceToken, ...caller } = callerOf(deps, { ip: request.ip, header });
    const result = await finishAttempt(deps, {
      provider,
      query: new URL(request.url, settings.publicUrl).searchParams,
      browserToken: browserCookie.read(header('cookie')),
      visitor: token === undefined ? { kind: 'guest' } : await visitors.authenticate(token, { isUserAction: true }),
      client: { ...caller, oldToken: token },
    });
    const cookies = result.opened === undefined ? [] : cookiesOfSession(deps, result.opened, { isRemembered: false, newDeviceToken });
    return redirectUncached(reply, pageAfter(result), [browserCookie.clear(), ...cookies]);
  }

  return async (app) => {
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: FORM_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    app.get<{ Params: { id: string }; Querystring: { next?: unknown } }>('/auth/:id', async (request, reply) => {
      const provider = providers.get(request.params.id);
      if (provider === undefined) return reply.callNotFound();
      const { next } = request.query;
      const returnTo = ownPath(typeof next === 'string' ? next : null, '/account');
      const signIn = { purpose: 'sign_in', returnTo } as const;
      if ((await limits.spend('creation', `provider ${peerOf(request.ip)}`)) !== undefined)
        return redirectUncached(reply, problemPage(signIn, 'away'));
      const browserToken = browserCookie.read(headerReader(request)('cookie')) ?? browserCookie.make(deps.random);
      const url = await beginAttempt(deps, provider, { ...signIn, browserToken, sessionHash: null });
      return url === undefined
        ? redirectUncached(reply, problemPage(signIn, 'away'))
        : redirectUncached(reply, url, [browserCookie.set(browserToken)]);
    });
    app.get<{ Params: { id: string } }>('/auth/:id/callback', async (request, reply) => {
      const provider = providers.get(request.params.id);
      return provider === undefined ? reply.callNotFound() : handleCallback(provider, request, reply);
    });
    // A form posted by another site sends no cookies of ours: redirect to the same callback by GET
    app.post<{ Params: { id: string }; Body: unknown }>('/auth/:id/callback', async (request, reply) => {
      const provider = providers.get(request.params.id);
      if (provider?.settings.usesFormPost !== true || typeof request.body !== 'string') return reply.callNotFound();
      const form = new URLSearchParams(request.body);
      const params = ['code', 'state', 'iss', 'error'].flatMap((name) => {
        const value = form.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      return redirectUncached(reply, withQuery(`/auth/${provider.settings.id}/callback`, Object.fromEntries(params)));
    });
  };
};
