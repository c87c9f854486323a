import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ownPath } from '#contract/own-path.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import { cookiesOf } from '#server/sessions/answer-opened.ts';
import type { SignInDeps } from '#server/sessions/begin-session.ts';
import { callerOf } from '#server/sessions/caller.ts';
import { sessionCookies } from '#server/sessions/cookies.ts';
import { sessionVisitors } from '#server/sessions/resolve-visitor.ts';
import { beginAttempt } from './attempt.ts';
import { comeBack, type Ending } from './come-back.ts';
import { attemptCookie } from './cookie.ts';
import { besides } from './locale-of-path.ts';
import type { Problem } from './problem.ts';
import type { Provider } from './provider.ts';

export type ProviderDeps = SignInDeps & { readonly providers: ReadonlyMap<string, Provider> };

/** A form of a few fields. */
const FORM_BYTES = 16 * 1024;

const header = (request: FastifyRequest) => (name: string) => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** Another page of ours, kept by nobody. */
const lead = (reply: FastifyReply, path: string, cookies: readonly string[] = []) => {
  reply.header('cache-control', 'no-store');
  for (const cookie of cookies) reply.header('set-cookie', cookie);
  return reply.redirect(path, 303);
};

const withQuery = (path: string, query: Readonly<Record<string, string>>): string => `${path}?${new URLSearchParams(query).toString()}`;

const problemPage = ({ purpose, returnTo }: Ending, problem: Problem): string =>
  purpose === 'sign_in'
    ? withQuery(besides(returnTo, '/sign-in'), { provider_problem: problem, next: returnTo })
    : withQuery(besides(returnTo, '/account/security'), { provider_problem: problem });

/** Where whoever comes back goes on: his second factor is asked for as after a password. */
function pageOf(ending: Ending): string {
  const { returnTo, problem, opened } = ending;
  if (problem !== undefined) return problemPage(ending, problem);
  return opened !== undefined && opened.needs !== 'none' ? withQuery(besides(returnTo, '/sign-in/factor'), { next: returnTo }) : returnTo;
}

/** `/auth/<provider>`: to the other house; `/auth/<provider>/callback`: back from there. Pages, not JSON:API: a browser walks them, without scripts too. */
export const providerPages = (deps: ProviderDeps): FastifyPluginAsync => {
  const { providers, limits, settings } = deps;
  const own = attemptCookie(settings.publicUrl);
  const visitors = sessionVisitors(deps);

  async function back(provider: Provider, request: FastifyRequest, reply: FastifyReply) {
    const head = header(request);
    const token = sessionCookies(settings.publicUrl).read(head('cookie'));
    const { isKnown, ...caller } = callerOf(deps, { ip: request.ip, header: head });
    const ending = await comeBack(deps, {
      provider,
      query: new URL(request.url, settings.publicUrl).searchParams,
      browser: own.read(head('cookie')),
      visitor: token === undefined ? { kind: 'guest' } : await visitors.authenticate(token, { isDeed: true }),
      coming: { ...caller, oldToken: token },
    });
    const newDevice = isKnown ? undefined : caller.deviceToken;
    const cookies = ending.opened === undefined ? [] : cookiesOf(deps, ending.opened, { isRemembered: false, newDevice });
    return lead(reply, pageOf(ending), [own.clear(), ...cookies]);
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
      const ending = { purpose: 'sign_in', returnTo } as const;
      if ((await limits.spend('creation', `provider ${peerOf(request.ip)}`)) !== undefined) return lead(reply, problemPage(ending, 'away'));
      const browser = own.read(header(request)('cookie')) ?? own.make(deps.random);
      const url = await beginAttempt(deps, provider, { ...ending, browser, sessionHash: null });
      return url === undefined ? lead(reply, problemPage(ending, 'away')) : lead(reply, url, [own.set(browser)]);
    });
    app.get<{ Params: { id: string } }>('/auth/:id/callback', async (request, reply) => {
      const provider = providers.get(request.params.id);
      return provider === undefined ? reply.callNotFound() : back(provider, request, reply);
    });
    // A form that another site posts brings no cookies of ours: the browser is sent round once more, as a link would
    app.post<{ Params: { id: string }; Body: unknown }>('/auth/:id/callback', async (request, reply) => {
      const provider = providers.get(request.params.id);
      if (provider?.settings.answersByForm !== true || typeof request.body !== 'string') return reply.callNotFound();
      const sent = new URLSearchParams(request.body);
      const kept = ['code', 'state', 'iss', 'error'].flatMap((name) => {
        const value = sent.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      return lead(reply, withQuery(`/auth/${provider.settings.id}/callback`, Object.fromEntries(kept)));
    });
  };
};
