import { createHash } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { isOperatorRole } from '#core/access/access.ts';
import type { Locale } from '#core/locale.ts';
import { FRESH_MS } from '#core/security/sign-in.ts';
import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { SignedIn, Visitor } from '#server/platform/http/route.ts';
import type { Random } from '#server/platform/random.ts';
import { recordProof } from '#server/sessions/account-password.ts';
import type { OpenedSession, SignInDeps } from '#server/sessions/begin-session.ts';
import { hashOfId } from '#server/sessions/caller.ts';
import { recordSecurityEvent } from '#server/sessions/record-security-event.ts';
import { findIdentity, insertIdentity, listIdentities } from '#server/users/identities.ts';
import type { Problem, Provider, ProviderClaims } from './provider.ts';
import { signInByProvider, type SignInClient } from './sign-in-by-provider.ts';
import { type Attempt, consumeAttempt, insertAttempt, type Purpose } from './store.ts';

/** How long the user may stay at the provider. */
const ATTEMPT_VALIDITY_MS = 10 * MINUTE_MS;

const TOKEN_BYTES = 32;
const TOKEN_PATTERN = /^[\w-]{43}$/;

/** The locale of a page's path. */
const localeOfPath = (path: string): Locale => (/^\/en(?:[/?]|$)/.test(path) ? 'en' : 'ru');

/** `page` in the locale of another page's path. */
export const inLocaleOf = (path: string, page: string): string => (localeOfPath(path) === 'en' ? `/en${page}` : page);

/** The cookie that identifies a browser during an attempt. Over https it is bound to this host, so that a subdomain cannot plant one. */
export function attemptCookie(publicUrl: string) {
  const isHttps = publicUrl.startsWith('https:');
  const name = isHttps ? '__Host-provider' : 'provider';
  const base = { name, path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const;
  return {
    /** Undefined if the cookie is missing or malformed. */
    read(header: string | undefined): string | undefined {
      const value = header === undefined ? undefined : parseCookie(header)[name];
      return value !== undefined && TOKEN_PATTERN.test(value) ? value : undefined;
    },
    make: (random: Random): string => Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url'),
    set: (value: string): string => stringifySetCookie({ ...base, value, maxAge: ATTEMPT_VALIDITY_MS / SECOND_MS }),
    clear: (): string => stringifySetCookie({ ...base, value: '', maxAge: 0 }),
  };
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

export interface AttemptInput {
  readonly purpose: Purpose;
  /** The browser's attempt cookie. */
  readonly browserToken: string;
  readonly sessionHash: Buffer | null;
  /** A path of our site. */
  readonly returnTo: string;
}

/**
 * Starts an attempt at a provider. Returns the URL to redirect to, undefined if the provider does not answer. Everything that the callback
 * needs is stored on the server.
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

export interface Callback {
  /** Named by the callback's URL. */
  readonly provider: Provider;
  /** The callback's parameters, as the provider sent them. */
  readonly query: URLSearchParams;
  readonly browserToken: string | undefined;
  readonly visitor: Visitor;
  readonly client: SignInClient;
}

/** The result of an attempt: the session or the problem, and the page to go to. */
export interface AttemptResult {
  readonly purpose: Purpose;
  readonly returnTo: string;
  readonly opened?: OpenedSession;
  readonly problem?: Problem;
}

/** The visitor, if the attempt was started in the visitor's session. One account cannot finish another's attempt. */
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

/** Proves the visitor's identity: the same subject, and authenticated recently if the provider states when. */
async function prove(deps: SignInDeps, claims: ProviderClaims, { userId, sessionId }: SignedIn): Promise<Problem | undefined> {
  const identity = await findIdentity(deps.db, claims);
  if (identity?.userId !== userId) return 'not_him';
  const now = deps.clock.now();
  if (claims.authTime !== null && now - claims.authTime * SECOND_MS >= FRESH_MS) return 'failed';
  await recordProof(deps, hashOfId(sessionId));
  return undefined;
}

async function finishStoredAttempt(deps: SignInDeps, callback: Callback, attempt: Attempt): Promise<AttemptResult> {
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
 * Finishes an attempt at the provider's callback. The browser and the provider must be the same. The attempt is consumed before its
 * parameters are trusted, so it works once.
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
    ? finishStoredAttempt(deps, callback, attempt)
    : { purpose: 'sign_in', returnTo: attempt?.returnTo ?? '/account', problem: 'over' };
}
