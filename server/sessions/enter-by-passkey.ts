import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { isOperatorRole } from '#core/access.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import { whoseSignedPasskey } from '#server/second-factors/passkey-sign-in.ts';
import { findPerson } from '#server/users/find-person.ts';
import { beginSession, type Entering, type OpenedSession, type SignInDeps } from './begin-session.ts';
import { hashOfToken } from './session-token.ts';

/**
 * Signs a customer in by his passkey alone: the key and what unlocks it are two factors. Whoever works here gives password and factor
 * (R34), and learns no more from the refusal than a stranger.
 */
export async function enterByPasskey(
  deps: SignInDeps,
  entry: Omit<Entering, 'user' | 'factorGivenAt'>,
  response: AuthenticationResponseJSON,
): Promise<Result<OpenedSession, 'authentication_failed' | 'too_many_requests'>> {
  const peer = peerOf(entry.ip);
  const seconds = await deps.limits.spend('sign_in_peer', peer);
  if (seconds !== undefined) return refuse({ code: 'too_many_requests', params: { seconds } });
  const userId = await whoseSignedPasskey(deps, deps.db, { browserHash: hashOfToken(entry.deviceToken), response });
  const person = userId === undefined ? undefined : await findPerson(deps.db, userId);
  if (person === undefined || person.isDisabled || isOperatorRole(person.role))
    return refuse({ code: 'authentication_failed', message: 'unknown_passkey' });
  await deps.limits.giveBack('sign_in_peer', peer);
  const factorGivenAt = deps.clock.now();
  const user = { ...person, secondFactorSince: factorGivenAt };
  return accept(await deps.db.tx(async (tx) => await beginSession(deps, tx, { ...entry, user, factorGivenAt })));
}
