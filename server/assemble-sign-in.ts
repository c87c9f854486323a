import type { CutOffDeps } from './accounts/cut-off.ts';
import type { Config } from './config/config.ts';
import type { Deps } from './deps.ts';
import { cutOffKeys } from './partners/store.ts';
import type { RateLimits } from './platform/http/rate-limits.ts';
import { deleteSubscriptionsBefore } from './push/subscription-store.ts';
import { tellBySecurityLetter } from './security-letters/security-letters.ts';
import { openIdProvider } from './sign-in-providers/openid.ts';
import type { ProviderDeps } from './sign-in-providers/pages.ts';
import { cutOffEndpoints } from './webhooks/endpoint-store.ts';
import { endLinksBefore } from './telegram/link-store.ts';

/** API keys and webhooks. */
export const endPrograms =
  ({ clock }: Pick<Deps, 'clock'>): CutOffDeps['endPrograms'] =>
  async (tx, { userId, since }) => {
    const now = clock.now();
    const keys = await cutOffKeys(tx, { userId, since: new Date(since), at: new Date(now) });
    const webhooks = await cutOffEndpoints(tx, userId, now);
    return keys + webhooks > 0;
  };

/** What signing in works with: who is told of it, how often it may be tried, which other houses sign in here. */
export function assembleSignIn(
  deps: Deps,
  config: Config,
  limits: RateLimits,
): Omit<Deps, 'limits'> & ProviderDeps & Pick<CutOffDeps, 'forgetPlaces' | 'endPrograms'> {
  const providers = new Map(config.signInProviders.map((one) => [one.id, openIdProvider(deps, one)]));
  const forgetPlaces: CutOffDeps['forgetPlaces'] = async (tx, { userId, before }) => {
    await endLinksBefore(tx, { userId, before }, deps.clock.now());
    await deleteSubscriptionsBefore(tx, userId, before);
  };
  return { ...deps, limits, tell: tellBySecurityLetter(deps), providers, forgetPlaces, endPrograms: endPrograms(deps) };
}
