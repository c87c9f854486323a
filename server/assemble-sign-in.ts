import type { Config } from './config/config.ts';
import type { Deps } from './deps.ts';
import type { RateLimits } from './platform/http/rate-limits.ts';
import { tellBySecurityLetter } from './security-letters/security-letters.ts';
import { openIdProvider } from './sign-in-providers/openid.ts';
import type { ProviderDeps } from './sign-in-providers/pages.ts';

/** What signing in works with: who is told of it, how often it may be tried, which other houses sign in here. */
export function assembleSignIn(deps: Deps, config: Config, limits: RateLimits): Omit<Deps, 'limits'> & ProviderDeps {
  const providers = new Map(config.signInProviders.map((one) => [one.id, openIdProvider(deps, one)]));
  return { ...deps, limits, tell: tellBySecurityLetter(deps), providers };
}
