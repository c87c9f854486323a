import { createHash } from 'node:crypto';
import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Provider } from './provider.ts';
import { insertAttempt, type Purpose } from './store.ts';

/** How long somebody may take at the other house. */
export const ATTEMPT_MS = 10 * MINUTE_MS;

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

export interface Beginning {
  readonly purpose: Purpose;
  /** What this browser is known by while it is away. */
  readonly browser: string;
  readonly sessionHash: Buffer | null;
  /** A path of ours. */
  readonly returnTo: string;
}

/** Sends somebody to a provider: the address, or undefined when the other house does not answer. Nothing that has to come back stands in the browser alone. */
export async function beginAttempt(
  deps: Pick<Deps, 'db' | 'clock'>,
  provider: Provider,
  { purpose, browser, sessionHash, returnTo }: Beginning,
): Promise<string | undefined> {
  const errand = await provider.begin({ again: purpose === 'prove' });
  if (errand === undefined) return undefined;
  await insertAttempt(deps.db, {
    stateHash: hashOf(errand.state),
    browserHash: hashOf(browser),
    provider: provider.settings.id,
    purpose,
    sessionHash,
    nonce: errand.nonce,
    verifier: errand.verifier,
    returnTo,
    expiresAt: deps.clock.now() + ATTEMPT_MS,
  });
  return errand.url;
}
