import { checkEmail, checkFullName } from '#core/account/profile.ts';
import { isOperatorRole } from '#core/access.ts';
import type { Locale } from '#core/locale.ts';
import { mailToken } from '#server/accounts/mail-token.ts';
import { proveEmail } from '#server/accounts/prove-email.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { bindAccount } from '#server/referrals/bind-referral.ts';
import { beginSession, type Entering, type OpenedSession, type SignInDeps } from '#server/sessions/begin-session.ts';
import { noteSecurityEvent } from '#server/sessions/note-event.ts';
import { findPerson } from '#server/users/find-person.ts';
import { findIdentity, insertIdentity, noteIdentityUsed } from '#server/users/identities.ts';
import { makeCustomer } from '#server/users/make-customer.ts';
import { saveOpenedWith } from '#server/users/opening.ts';
import type { Problem } from './problem.ts';
import type { ProviderClaims, ProviderSettings } from './provider.ts';

/** Where he comes from. */
export type Coming = Omit<Entering, 'user' | 'factorGivenAt' | 'isRemembered'>;

export interface Entry {
  readonly settings: ProviderSettings;
  readonly claims: ProviderClaims;
  readonly coming: Coming;
  readonly locale: Locale;
}

/** Undoes everything that this sign-in has begun. */
class NotEntered extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem);
    this.problem = problem;
  }
}

/** Whoever comes with a subject that we know is the one it belongs to, whatever e-mail the provider names now. */
async function enterAgain(deps: SignInDeps, tx: Tx, { claims, coming }: Entry, userId: string): Promise<OpenedSession> {
  const person = await findPerson(tx, userId);
  // Those who work here give password and factor (R34)
  if (person === undefined || person.isDisabled || isOperatorRole(person.role)) throw new NotEntered('kept_out');
  const now = deps.clock.now();
  await noteIdentityUsed(tx, claims, now);
  const user = { id: userId, role: person.role, secondFactorSince: person.hasSecondFactor ? now : null };
  return beginSession(deps, tx, { ...coming, user, factorGivenAt: null, isRemembered: false });
}

/**
 * A new account for a subject that nobody has yet. Never somebody's who is here already: an e-mail that a provider names joins no
 * account, its owner signs in and links the provider himself (decision 0045). Only a provider trusted with it proves an e-mail; of
 * all others the address gets our own letter.
 */
async function enterAnew(deps: SignInDeps, tx: Tx, { settings, claims, coming, locale }: Entry): Promise<OpenedSession> {
  const email = checkEmail(claims.email ?? '');
  if (!email.ok) throw new NotEntered('no_email');
  const name = checkFullName(claims.name ?? '');
  const fullName = name.ok ? name.value : null;
  const user = await makeCustomer(deps, tx, { email: email.value, passwordHash: null, fullName, phone: null, locale });
  await saveOpenedWith(tx, user.id, settings.id);
  const { ip, device } = coming;
  if (settings.isEmailTrusted && claims.isEmailVerified) {
    const proven = await proveEmail(deps, tx, { userId: user.id, email: email.value });
    if (!proven.ok) throw new NotEntered('link_first');
  } else await mailToken(deps, tx, { purpose: 'activate', userId: user.id, email: email.value });
  const linkedAt = deps.clock.now();
  await bindAccount(deps, tx, { userId: user.id, email: email.value, cookies: coming.cookies });
  const isNew = await insertIdentity(tx, claims, { userId: user.id, provider: settings.id, email: claims.email, linkedAt });
  if (!isNew) throw new NotEntered('over');
  await noteSecurityEvent(deps, tx, { userId: user.id, topic: 'signed_up', ip, device });
  return beginSession(deps, tx, { ...coming, user, factorGivenAt: null, isRemembered: false });
}

/** Signs in whom a provider has sent: by issuer and subject and by nothing else. */
export async function enterByProvider(deps: SignInDeps, entry: Entry): Promise<OpenedSession | Problem> {
  try {
    return await deps.db.tx(async (tx) => {
      const known = await findIdentity(tx, entry.claims);
      return known === undefined ? enterAnew(deps, tx, entry) : enterAgain(deps, tx, entry, known.userId);
    });
  } catch (error) {
    if (error instanceof NotEntered) return error.problem;
    throw error;
  }
}
