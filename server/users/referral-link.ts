import { REFERRER_PARAM } from '#core/referral/referral-link.ts';
import type { Deps } from '#server/deps.ts';

/** A user's referral link; the parameter works on any page. */
export const referralLink = ({ settings }: Pick<Deps, 'settings'>, code: string): string =>
  `${settings.publicUrl}/?${REFERRER_PARAM}=${code}`;
