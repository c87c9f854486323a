import type { Resource } from '#contract/document.ts';
import type { UserAttributes } from '#contract/account/sessions.ts';
import { maskEmail } from '#core/requisites/mask-requisites.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { referralLink } from './referral-link.ts';
import type { User } from './store.ts';

/** Attributes of `users` (contract 2). Operators have no referral link. */
export function presentUser(deps: Pick<Deps, 'settings'>, user: User, authentications: readonly string[]): Resource<UserAttributes> {
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
