import type { Config } from './config/config.ts';
import type { Deps } from './deps.ts';
import type { Module, SignInDeps } from './module.ts';
import type { RateLimits } from './platform/http/rate-limits.ts';
import { notifyBySecurityMail } from './security-emails/security-emails.ts';
import { openIdProvider } from './sign-in-providers/openid.ts';

/** Revokes what programs of an account call and are called with, in every module that has such. */
export const revokeApiAccessOf =
  (modules: readonly Module[], { clock }: Pick<Deps, 'clock'>): SignInDeps['revokeApiAccess'] =>
  async (tx, { userId, since }) => {
    let ended = 0;
    for (const { revokeApiAccess } of modules) ended += (await revokeApiAccess?.(tx, { userId, since, now: clock.now() })) ?? 0;
    return ended > 0;
  };

const deleteNoticePlacesOf =
  (modules: readonly Module[], { clock }: Pick<Deps, 'clock'>): SignInDeps['deleteNoticePlaces'] =>
  async (tx, { userId, before }) => {
    for (const { deleteNoticePlaces } of modules) await deleteNoticePlaces?.(tx, { userId, before, now: clock.now() });
  };

/** Dependencies of sign-in: providers, rate limits, notifications, and what ends with an account's access. */
export function assembleSignIn(
  deps: Deps,
  { config, modules, rateLimits }: { readonly config: Config; readonly modules: readonly Module[]; readonly rateLimits: RateLimits },
): SignInDeps {
  return {
    ...deps,
    limits: rateLimits,
    notifyUser: notifyBySecurityMail(deps),
    providers: new Map(config.signInProviders.map((provider) => [provider.id, openIdProvider(deps, provider)])),
    deleteNoticePlaces: deleteNoticePlacesOf(modules, deps),
    revokeApiAccess: revokeApiAccessOf(modules, deps),
  };
}
