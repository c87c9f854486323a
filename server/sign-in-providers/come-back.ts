import { isOperatorRole } from '#core/access.ts';
import { FRESH_MS } from '#core/sign-in.ts';
import { SECOND_MS } from '#core/time.ts';
import type { SignedIn, Visitor } from '#server/platform/http/route.ts';
import { hashOfId } from '#server/sessions/caller.ts';
import type { OpenedSession, SignInDeps } from '#server/sessions/begin-session.ts';
import { noteSecurityEvent } from '#server/sessions/note-event.ts';
import { noteProofOf } from '#server/sessions/prove-password.ts';
import { findIdentity, insertIdentity, listIdentities } from '#server/users/identities.ts';
import { hashOf } from './attempt.ts';
import { type Coming, enterByProvider } from './enter.ts';
import { localeOfPath } from './locale-of-path.ts';
import type { Problem } from './problem.ts';
import type { Provider, ProviderClaims } from './provider.ts';
import { type Attempt, type Purpose, takeAttempt } from './store.ts';

export interface CameBack {
  /** What the address named. */
  readonly provider: Provider;
  /** Everything that the other house sent with the browser. */
  readonly query: URLSearchParams;
  readonly browser: string | undefined;
  readonly visitor: Visitor;
  readonly coming: Coming;
}

/** How it ends, and where the browser goes from here. */
export interface Ending {
  readonly purpose: Purpose;
  readonly returnTo: string;
  readonly opened?: OpenedSession;
  readonly problem?: Problem;
}

/** Whose session asked is whose session comes back: an errand begun by one account is never finished by another. */
function askedBy({ visitor }: CameBack, { sessionHash }: Attempt): SignedIn | undefined {
  if (visitor.kind !== 'user' || sessionHash === null || isOperatorRole(visitor.role)) return undefined;
  return hashOfId(visitor.sessionId).equals(sessionHash) ? visitor : undefined;
}

async function link(deps: SignInDeps, back: CameBack, claims: ProviderClaims, { userId }: SignedIn): Promise<Problem | undefined> {
  const { id } = back.provider.settings;
  const { ip, device } = back.coming;
  return deps.db.tx(async (tx) => {
    const known = await findIdentity(tx, claims);
    if (known !== undefined) return known.userId === userId ? undefined : 'taken';
    if ((await listIdentities(tx, userId)).some(({ provider }) => provider === id)) return 'has_one';
    if (!(await insertIdentity(tx, claims, { userId, provider: id, email: claims.email, linkedAt: deps.clock.now() }))) return 'taken';
    await noteSecurityEvent(deps, tx, { userId, topic: 'provider_linked', ip, device });
    return undefined;
  });
}

/** He has come as himself, and not by a password that he gave the other house long ago, where it says when that was. */
async function prove(deps: SignInDeps, claims: ProviderClaims, { userId, sessionId }: SignedIn): Promise<Problem | undefined> {
  const known = await findIdentity(deps.db, claims);
  if (known?.userId !== userId) return 'not_him';
  const now = deps.clock.now();
  if (claims.authTime !== null && now - claims.authTime * SECOND_MS >= FRESH_MS) return 'failed';
  await noteProofOf(deps, hashOfId(sessionId));
  return undefined;
}

async function finish(deps: SignInDeps, back: CameBack, attempt: Attempt): Promise<Ending> {
  const { purpose, returnTo, nonce, verifier } = attempt;
  const ending = { purpose, returnTo };
  const owner = purpose === 'sign_in' ? undefined : askedBy(back, attempt);
  if (purpose !== 'sign_in' && owner === undefined) return { ...ending, problem: 'over' };
  if (back.query.has('error')) return { ...ending, problem: back.query.get('error') === 'access_denied' ? 'cancelled' : 'failed' };
  const state = back.query.get('state') ?? '';
  const claims = await back.provider.finish(back.query.toString(), { state, nonce, verifier });
  if (claims === undefined) return { ...ending, problem: 'failed' };
  if (owner !== undefined) {
    const problem = purpose === 'link' ? await link(deps, back, claims, owner) : await prove(deps, claims, owner);
    return problem === undefined ? ending : { ...ending, problem };
  }
  const { settings } = back.provider;
  const entered = await enterByProvider(deps, { settings, claims, coming: back.coming, locale: localeOfPath(returnTo) });
  return typeof entered === 'string' ? { ...ending, problem: entered } : { ...ending, opened: entered };
}

/**
 * Somebody comes back from a provider. Only who was sent, by this very browser, to this very provider, and once: the attempt is taken
 * away before anything of it is believed.
 */
export async function comeBack(deps: SignInDeps, back: CameBack): Promise<Ending> {
  const state = back.query.get('state');
  const attempt = state === null ? undefined : await takeAttempt(deps.db, hashOf(state), deps.clock.now());
  const isSame =
    attempt !== undefined &&
    attempt.provider === back.provider.settings.id &&
    back.browser !== undefined &&
    hashOf(back.browser).equals(attempt.browserHash);
  return isSame ? finish(deps, back, attempt) : { purpose: 'sign_in', returnTo: attempt?.returnTo ?? '/account', problem: 'over' };
}
