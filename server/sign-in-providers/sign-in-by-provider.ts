import { checkEmail, checkFullName } from '#core/account/profile.ts';
import { isOperatorRole } from '#core/access/access.ts';
import type { Locale } from '#core/locale.ts';
import { mailToken } from '#server/accounts/mail-token.ts';
import { verifyEmail } from '#server/accounts/verify-email.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { bindAccount } from '#server/referrals/bind-referral.ts';
import { beginSession, type BeginSessionInput, type OpenedSession, type SignInDeps } from '#server/sessions/begin-session.ts';
import { recordSecurityEvent } from '#server/sessions/record-security-event.ts';
import { findPerson } from '#server/users/queries.ts';
import { findIdentity, insertIdentity, setIdentityLastUsed } from '#server/users/identities.ts';
import { createCustomerAccount } from '#server/customers/customers.ts';
import { saveOpenedWith } from '#server/users/change-user.ts';
import type { Problem, ProviderClaims, ProviderSettings } from './provider.ts';

/** The client that signs in. */
export type SignInClient = Omit<BeginSessionInput, 'user' | 'factorGivenAt' | 'isRemembered'>;

export interface ProviderSignIn {
  readonly settings: ProviderSettings;
  readonly claims: ProviderClaims;
  readonly client: SignInClient;
  readonly locale: Locale;
}

/** Rolls back the sign-in's transaction. */
class SignInRefused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem);
    this.problem = problem;
  }
}

/** A linked subject signs in to its account, whatever e-mail the provider now states. */
async function signInLinked(deps: SignInDeps, tx: Tx, { claims, client }: ProviderSignIn, userId: string): Promise<OpenedSession> {
  const person = await findPerson(tx, userId);
  // Operators sign in with password and factor (R34)
  if (person === undefined || person.isDisabled || isOperatorRole(person.role)) throw new SignInRefused('kept_out');
  const now = deps.clock.now();
  await setIdentityLastUsed(tx, claims, now);
  const user = { id: userId, role: person.role, secondFactorSince: person.hasSecondFactor ? now : null };
  return beginSession(deps, tx, { ...client, user, factorGivenAt: null, isRemembered: false });
}

/**
 * Opens an account for an unlinked subject. It never joins an existing account of the e-mail, whose owner must link the provider (decision
 * 0045). A trusted provider or a mailed link verifies the e-mail.
 */
async function signUpNew(deps: SignInDeps, tx: Tx, { settings, claims, client, locale }: ProviderSignIn): Promise<OpenedSession> {
  const email = checkEmail(claims.email ?? '');
  if (!email.ok) throw new SignInRefused('no_email');
  const name = checkFullName(claims.name ?? '');
  const fullName = name.ok ? name.value : null;
  const user = await createCustomerAccount(deps, tx, { email: email.value, passwordHash: null, fullName, phone: null, locale });
  await saveOpenedWith(tx, user.id, settings.id);
  const { ip, device } = client;
  if (settings.isEmailTrusted && claims.isEmailVerified) {
    const verified = await verifyEmail(deps, tx, { userId: user.id, email: email.value });
    if (!verified.ok) throw new SignInRefused('link_first');
  } else await mailToken(deps, tx, { purpose: 'activate', userId: user.id, email: email.value });
  const linkedAt = deps.clock.now();
  await bindAccount(deps, tx, { userId: user.id, email: email.value, cookies: client.cookies });
  const isNew = await insertIdentity(tx, claims, { userId: user.id, provider: settings.id, email: claims.email, linkedAt });
  if (!isNew) throw new SignInRefused('over');
  await recordSecurityEvent(deps, tx, { userId: user.id, topic: 'signed_up', ip, device });
  return beginSession(deps, tx, { ...client, user, factorGivenAt: null, isRemembered: false });
}

/** Signs in by a provider's claims. Only issuer and subject identify the account. */
export async function signInByProvider(deps: SignInDeps, signIn: ProviderSignIn): Promise<OpenedSession | Problem> {
  try {
    return await deps.db.tx(async (tx) => {
      const identity = await findIdentity(tx, signIn.claims);
      return identity === undefined ? signUpNew(deps, tx, signIn) : signInLinked(deps, tx, signIn, identity.userId);
    });
  } catch (error) {
    if (error instanceof SignInRefused) return error.problem;
    throw error;
  }
}
