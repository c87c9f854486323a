import { isOperatorRole } from '#core/access/access.ts';
import { FRESH_MS } from '#core/security/sign-in.ts';
import { SECOND_MS } from '#core/time.ts';
import type { SignedIn, Visitor } from '#server/platform/http/route.ts';
import { hashOfId } from '#server/sessions/caller.ts';
import type { OpenedSession, SignInDeps } from '#server/sessions/begin-session.ts';
import { recordSecurityEvent } from '#server/sessions/record-security-event.ts';
import { recordProof } from '#server/sessions/account-password.ts';
import { findIdentity, insertIdentity, listIdentities } from '#server/users/identities.ts';
import { hashOf } from './attempt.ts';
import { type SignInClient, signInByProvider } from './sign-in-by-provider.ts';
import { localeOfPath } from './locale-of-path.ts';
import type { Problem } from './problem.ts';
import type { Provider, ProviderClaims } from './provider.ts';
import { type Attempt, type Purpose, consumeAttempt } from './store.ts';

export interface Callback {
  /** Named by the callback's URL. */
  readonly provider: Provider;
  /** The callback's parameters, as the provider sent them. */
  readonly query: URLSearchParams;
  readonly browserToken: string | undefined;
  readonly visitor: Visitor;
  readonly client: SignInClient;
}

/** Result of an attempt: the session or problem, and the page to go to. */
export interface AttemptResult {
  readonly purpose: Purpose;
  readonly returnTo: string;
  readonly opened?: OpenedSession;
  readonly problem?: Problem;
}

/** The visitor whose session started the attempt: one account cannot finish another's. */
function initiatorOf({ visitor }: Callback, { sessionHash }: Attempt): SignedIn | undefined {
  if (visitor.kind !== 'user' || sessionHash === null || isOperatorRole(visitor.role)) return undefined;
  return hashOfId(visitor.sessionId).equals(sessionHash) ? visitor : undefined;
}

async function link(deps: SignInDeps, callback: Callback, claims: ProviderClaims, { userId }: SignedIn): Promise<Problem | undefined> {
  const { id } = callback.provider.settings;
  const { ip, device } = callback.client;
  return deps.db.tx(async (tx) => {
    const identity = await findIdentity(tx, claims);
    if (identity !== undefined) return identity.userId === userId ? undefined : 'taken';
    if ((await listIdentities(tx, userId)).some(({ provider }) => provider === id)) return 'has_one';
    if (!(await insertIdentity(tx, claims, { userId, provider: id, email: claims.email, linkedAt: deps.clock.now() }))) return 'taken';
    await recordSecurityEvent(deps, tx, { userId, topic: 'provider_linked', ip, device });
    return undefined;
  });
}

/** Same identity, and authenticated recently where the provider states when. */
async function prove(deps: SignInDeps, claims: ProviderClaims, { userId, sessionId }: SignedIn): Promise<Problem | undefined> {
  const identity = await findIdentity(deps.db, claims);
  if (identity?.userId !== userId) return 'not_him';
  const now = deps.clock.now();
  if (claims.authTime !== null && now - claims.authTime * SECOND_MS >= FRESH_MS) return 'failed';
  await recordProof(deps, hashOfId(sessionId));
  return undefined;
}

async function finishKnownAttempt(deps: SignInDeps, callback: Callback, attempt: Attempt): Promise<AttemptResult> {
  const { purpose, returnTo, nonce, verifier } = attempt;
  const result = { purpose, returnTo };
  const owner = purpose === 'sign_in' ? undefined : initiatorOf(callback, attempt);
  if (purpose !== 'sign_in' && owner === undefined) return { ...result, problem: 'over' };
  if (callback.query.has('error')) return { ...result, problem: callback.query.get('error') === 'access_denied' ? 'cancelled' : 'failed' };
  const state = callback.query.get('state') ?? '';
  const claims = await callback.provider.finish(callback.query.toString(), { state, nonce, verifier });
  if (claims === undefined) return { ...result, problem: 'failed' };
  if (owner !== undefined) {
    const problem = purpose === 'link' ? await link(deps, callback, claims, owner) : await prove(deps, claims, owner);
    return problem === undefined ? result : { ...result, problem };
  }
  const { settings } = callback.provider;
  const session = await signInByProvider(deps, { settings, claims, client: callback.client, locale: localeOfPath(returnTo) });
  return typeof session === 'string' ? { ...result, problem: session } : { ...result, opened: session };
}

/**
 * Finishes an attempt at the provider's callback. Requires the same browser and provider; the attempt is consumed before its parameters
 * are trusted, so it works once.
 */
export async function finishAttempt(deps: SignInDeps, callback: Callback): Promise<AttemptResult> {
  const state = callback.query.get('state');
  const attempt = state === null ? undefined : await consumeAttempt(deps.db, hashOf(state), deps.clock.now());
  const isSameClient =
    attempt !== undefined &&
    attempt.provider === callback.provider.settings.id &&
    callback.browserToken !== undefined &&
    hashOf(callback.browserToken).equals(attempt.browserHash);
  return isSameClient
    ? finishKnownAttempt(deps, callback, attempt)
    : { purpose: 'sign_in', returnTo: attempt?.returnTo ?? '/account', problem: 'over' };
}
