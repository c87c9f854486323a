import { REFERRER_PARAM } from '#core/referral/marks.ts';
import type { Deps } from '#server/deps.ts';

/** A person's own link; it works the same at the end of any page's address. */
export const referralLink = ({ settings }: Pick<Deps, 'settings'>, code: string): string =>
  `${settings.publicUrl}/?${REFERRER_PARAM}=${code}`;
