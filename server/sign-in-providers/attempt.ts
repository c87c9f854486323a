import { createHash } from 'node:crypto';
import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Provider } from './provider.ts';
import { insertAttempt, type Purpose } from './store.ts';

/** How long the user may stay at the provider. */
export const ATTEMPT_VALIDITY_MS = 10 * MINUTE_MS;

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

export interface AttemptInput {
  readonly purpose: Purpose;
  /** The browser's attempt cookie. */
  readonly browserToken: string;
  readonly sessionHash: Buffer | null;
  /** A path of our site. */
  readonly returnTo: string;
}

/**
 * Starts a sign-in at a provider; returns the URL to redirect to, undefined when the provider does not answer. Everything needed at the
 * callback is stored on the server.
 */
export async function beginAttempt(
  deps: Pick<Deps, 'db' | 'clock'>,
  provider: Provider,
  { purpose, browserToken, sessionHash, returnTo }: AttemptInput,
): Promise<string | undefined> {
  const authorization = await provider.begin({ requiresReauthentication: purpose === 'prove' });
  if (authorization === undefined) return undefined;
  await insertAttempt(deps.db, {
    stateHash: hashOf(authorization.state),
    browserHash: hashOf(browserToken),
    provider: provider.settings.id,
    purpose,
    sessionHash,
    nonce: authorization.nonce,
    verifier: authorization.verifier,
    returnTo,
    expiresAt: deps.clock.now() + ATTEMPT_VALIDITY_MS,
  });
  return authorization.url;
}
