import type { Resource } from '#contract/document.ts';
import type { UserAttributes } from '#contract/account/sessions.ts';
import { REFERRER_PARAM } from '#core/referral/referral-link.ts';
import { maskEmail } from '#core/requisites/mask-requisites.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { listIdentities } from './identities.ts';
import { findUser, type User } from './store.ts';

/** A user's referral link. The parameter works on any page. */
export const referralLink = ({ settings }: Pick<Deps, 'settings'>, code: string): string =>
  `${settings.publicUrl}/?${REFERRER_PARAM}=${code}`;

/** Attributes of `users` (contract 2). Operators have no referral link. */
function presentUser(deps: Pick<Deps, 'settings'>, user: User, authentications: readonly string[]): Resource<UserAttributes> {
  const code = user.role === 'customer' ? user.referralCode : null;
  return {
    type: 'users',
    id: user.id,
    attributes: {
      email: user.isEmailMasked && user.emailVerifiedAt === null ? maskEmail(user.email) : user.email,
      email_verified: user.emailVerifiedAt !== null,
      full_name: user.fullName,
      phone: user.phone,
      locale: user.locale,
      role: user.role,
      two_factor_enabled: user.secondFactorSince !== null,
      referal_hash: code,
      referal_url: code === null ? null : referralLink(deps, code),
      authentications: [...authentications],
      anti_phishing_code: user.antiPhishingCode,
      version: user.profileVersion,
      created_at: toRfc3339(user.createdAt),
    },
  };
}

/** A user as shown to that user and to operators. Undefined if there is no such user. */
export async function readUser(deps: Pick<Deps, 'settings'>, db: Queryable, id: string): Promise<Resource<UserAttributes> | undefined> {
  const user = await findUser(db, id);
  if (user === undefined) return undefined;
  const providers = (await listIdentities(db, id)).map(({ provider }) => provider);
  return presentUser(deps, user, providers);
}
