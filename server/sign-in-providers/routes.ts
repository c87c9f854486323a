import { beginProvider, listSignInProviders } from '#contract/account/sign-in-providers.ts';
import { isOperatorRole } from '#core/access/access.ts';
import { ownPath } from '#contract/own-path.ts';
import { accept, refuse } from '#core/result.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { hashOfId } from '#server/sessions/caller.ts';
import { requireFresh } from '#server/sessions/visitor.ts';
import { attemptCookie, beginAttempt } from './attempt.ts';
import type { ProviderDeps } from './pages.ts';

/** Lists providers; starts linking one, or proving one's identity by one. */
export const signInProviderRoutes = (deps: ProviderDeps): Route[] => [
  route(listSignInProviders, async () =>
    accept({
      data: [...deps.providers.values()].map(({ settings: { id, name } }) => ({ type: 'sign_in_providers', id, attributes: { name } })),
    }),
  ),
  route(beginProvider, async (call) => {
    const { visitor, params, body } = call;
    // Operators cannot choose sign-in methods (R34)
    if (isOperatorRole(visitor.role)) return refuse({ code: 'access_denied' });
    const provider = deps.providers.get(params.id);
    if (provider === undefined) return refuse({ code: 'not_found' });
    if (body.purpose === 'link') {
      const fresh = requireFresh(visitor, deps.clock.now());
      if (!fresh.ok) return fresh;
      // A user with a second factor must prove by that factor
    } else if (visitor.factorGivenAt !== undefined) return refuse({ code: 'access_denied' });
    const seconds = await deps.limits.spend('creation', `provider ${visitor.userId}`);
    if (seconds !== undefined) return refuse({ code: 'too_many_requests', params: { seconds } });
    const browserCookie = attemptCookie(deps.settings.publicUrl);
    const browserToken = browserCookie.read(call.header('cookie')) ?? browserCookie.make(deps.random);
    const returnTo = ownPath(body.return_to, '/account/security');
    const sessionHash = hashOfId(visitor.sessionId);
    const url = await beginAttempt(deps, provider, { purpose: body.purpose, browserToken, sessionHash, returnTo });
    if (url === undefined) return refuse({ code: 'configuration_error', message: 'provider_away' });
    return accept({ data: { type: 'sign_in_providers', id: params.id, attributes: { url } }, cookies: [browserCookie.set(browserToken)] });
  }),
];
