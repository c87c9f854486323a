import { isOperatorRole, accessRefusal } from '#core/access.ts';
import { checkAntiPhishingCode, checkEmail, checkFullName, checkPhone } from '#core/account/profile.ts';
import type { Locale } from '#core/locale.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { requireFresh } from '#server/sessions/require-fresh.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/route.ts';
import type { SignInDeps } from '#server/sessions/begin-session.ts';
import { noteSecurityEvent } from '#server/sessions/note-event.ts';
import { changeProfile, type ProfileChange } from '#server/users/change-profile.ts';
import { mailToken } from './mail-token.ts';

type Code =
  | 'invalid_format'
  | 'too_short'
  | 'too_long'
  | 'email_not_verified'
  | 'profile_update_denied'
  | 'fresh_factor_required'
  | 'edit_conflict';

/** As it was asked for: undefined stays as it is, null is emptied. */
export interface Wish {
  readonly full_name?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly email?: string | undefined;
  readonly locale?: Locale | undefined;
  readonly anti_phishing_code?: string | null | undefined;
  readonly version?: number | undefined;
}

export interface Updating {
  readonly visitor: SignedIn;
  readonly wish: Wish;
  readonly ip: string;
  readonly device: string;
}

const CHECKS = {
  full_name: { check: checkFullName, as: 'fullName' },
  phone: { check: checkPhone, as: 'phone' },
  anti_phishing_code: { check: checkAntiPhishingCode, as: 'antiPhishingCode' },
} as const;
const NAMES = Object.keys(CHECKS) as (keyof typeof CHECKS)[];

/** What of a wish goes into the profile, or all that is wrong with it. */
function profileOf(wish: Wish): Result<ProfileChange['profile'], Code> {
  const problems: Refusal<Code>[] = [];
  const profile: Record<string, string | null> = wish.locale === undefined ? {} : { locale: wish.locale };
  for (const name of NAMES) {
    const text = wish[name];
    if (text === undefined) continue;
    const checked = CHECKS[name].check(text ?? '');
    if (checked.ok) profile[CHECKS[name].as] = checked.value;
    else problems.push(...checked.refusals);
  }
  const email = wish.email === undefined ? undefined : checkEmail(wish.email);
  if (email?.ok === false) problems.push(...email.refusals);
  const [first, ...rest] = problems;
  return first === undefined ? accept(profile) : refuse(first, ...rest);
}

/** Sends the link to the new address and says so at the old one; nothing has changed until the link is opened (R33). */
async function askNewEmail(deps: SignInDeps, tx: Tx, { visitor, ip, device }: Updating, text: string): Promise<Result<null, Code>> {
  const email = checkEmail(text);
  if (!email.ok) return email;
  if (email.value.toLowerCase() === visitor.email.toLowerCase()) return accept(null);
  if (isOperatorRole(visitor.role)) return refuse({ code: 'profile_update_denied', field: 'email' });
  const fresh = requireFresh(visitor, deps.clock.now());
  if (!fresh.ok) return fresh;
  const { userId } = visitor;
  await mailToken(deps, tx, { purpose: 'change_email', userId, email: email.value });
  await mailToken(deps, tx, { purpose: 'undo_email', userId, email: visitor.email });
  await noteSecurityEvent(deps, tx, { userId, topic: 'email_change_asked', ip, device });
  return accept(null);
}

/** Changes what a person says of himself; everything but the language needs a proven e-mail (domain 9). */
export async function updateUser(deps: SignInDeps, tx: Tx, updating: Updating): Promise<Result<null, Code>> {
  const { visitor, wish } = updating;
  const isMore = wish.email !== undefined || NAMES.some((name) => wish[name] !== undefined);
  if (isMore && accessRefusal(visitor, 'edit_profile') !== undefined) return refuse({ code: 'email_not_verified' });
  const profile = profileOf(wish);
  if (!profile.ok) return profile;
  if (Object.keys(profile.value).length > 0) {
    const changed = await changeProfile(tx, { userId: visitor.userId, version: wish.version, profile: profile.value });
    if (!changed.ok) return changed;
  }
  return wish.email === undefined ? accept(null) : await askNewEmail(deps, tx, updating, wish.email);
}
