import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { isOperatorRole } from '#core/access/access.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import { verifySignInPasskey } from '#server/second-factors/passkey-sign-in.ts';
import { findPerson } from '#server/users/find-person.ts';
import { beginSession, type BeginSessionInput, type OpenedSession, type SignInDeps } from './begin-session.ts';
import { hashOfToken } from './session-token.ts';

/**
 * Signs a customer in with a passkey alone: possession and unlocking are two factors. Operators must give password and factor (R34); they
 * get the same refusal as a stranger.
 */
export async function openSessionByPasskey(
  deps: SignInDeps,
  input: Omit<BeginSessionInput, 'user' | 'factorGivenAt'>,
  response: AuthenticationResponseJSON,
): Promise<Result<OpenedSession, 'authentication_failed' | 'too_many_requests'>> {
  const peer = peerOf(input.ip);
  const seconds = await deps.limits.spend('sign_in_peer', peer);
  if (seconds !== undefined) return refuse({ code: 'too_many_requests', params: { seconds } });
  const userId = await verifySignInPasskey(deps, deps.db, { browserHash: hashOfToken(input.deviceToken), response });
  const person = userId === undefined ? undefined : await findPerson(deps.db, userId);
  if (person === undefined || person.isDisabled || isOperatorRole(person.role))
    return refuse({ code: 'authentication_failed', message: 'unknown_passkey' });
  await deps.limits.uncount('sign_in_peer', peer);
  const factorGivenAt = deps.clock.now();
  const user = { ...person, secondFactorSince: factorGivenAt };
  return accept(await deps.db.tx(async (tx) => await beginSession(deps, tx, { ...input, user, factorGivenAt })));
}
