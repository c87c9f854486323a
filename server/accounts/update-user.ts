import { isOperatorRole, accessRefusal } from '#core/access/access.ts';
import { checkAntiPhishingCode, checkEmail, checkFullName, checkPhone } from '#core/account/profile.ts';
import type { Locale } from '#core/locale.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { requireFresh } from '#server/sessions/visitor.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/route.ts';
import type { SignInDeps } from '#server/sessions/begin-session.ts';
import { recordSecurityEvent } from '#server/sessions/record-security-event.ts';
import { changeProfile, type ProfileChange } from '#server/users/change-user.ts';
import { mailToken } from './mail-token.ts';

type Code =
  | 'invalid_format'
  | 'too_short'
  | 'too_long'
  | 'email_not_verified'
  | 'profile_update_denied'
  | 'fresh_factor_required'
  | 'edit_conflict';

/** The requested fields. An undefined field is kept, a null one is cleared. */
export interface UserChanges {
  readonly full_name?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly email?: string | undefined;
  readonly locale?: Locale | undefined;
  readonly anti_phishing_code?: string | null | undefined;
  readonly version?: number | undefined;
}

export interface UpdateUserInput {
  readonly visitor: SignedIn;
  readonly changes: UserChanges;
  readonly ip: string;
  readonly device: string;
}

const CHECKS = {
  full_name: { check: checkFullName, field: 'fullName' },
  phone: { check: checkPhone, field: 'phone' },
  anti_phishing_code: { check: checkAntiPhishingCode, field: 'antiPhishingCode' },
} as const;
const NAMES = Object.keys(CHECKS) as (keyof typeof CHECKS)[];

/** Profile fields of a change, or every problem with it. */
function profileOf(changes: UserChanges): Result<ProfileChange['profile'], Code> {
  const problems: Refusal<Code>[] = [];
  const profile: Record<string, string | null> = changes.locale === undefined ? {} : { locale: changes.locale };
  for (const name of NAMES) {
    const text = changes[name];
    if (text === undefined) continue;
    const checked = CHECKS[name].check(text ?? '');
    if (checked.ok) profile[CHECKS[name].field] = checked.value;
    else problems.push(...checked.refusals);
  }
  const email = changes.email === undefined ? undefined : checkEmail(changes.email);
  if (email?.ok === false) problems.push(...email.refusals);
  const [problem, ...otherProblems] = problems;
  return problem === undefined ? accept(profile) : refuse(problem, ...otherProblems);
}

/** Mails a link to the new address and a notice to the old one. The address changes when the link is opened (R33). */
async function requestEmailChange(
  deps: SignInDeps,
  tx: Tx,
  { visitor, ip, device }: UpdateUserInput,
  newEmail: string,
): Promise<Result<null, Code>> {
  const email = checkEmail(newEmail);
  if (!email.ok) return email;
  if (email.value.toLowerCase() === visitor.email.toLowerCase()) return accept(null);
  if (isOperatorRole(visitor.role)) return refuse({ code: 'profile_update_denied', field: 'email' });
  const proof = requireFresh(visitor, deps.clock.now());
  if (!proof.ok) return proof;
  const { userId } = visitor;
  await mailToken(deps, tx, { purpose: 'change_email', userId, email: email.value });
  await mailToken(deps, tx, { purpose: 'undo_email', userId, email: visitor.email });
  await recordSecurityEvent(deps, tx, { userId, topic: 'email_change_asked', ip, device });
  return accept(null);
}

/** Changes the user's own data. Everything except the language needs a verified e-mail (domain 9). */
export async function updateUser(deps: SignInDeps, tx: Tx, input: UpdateUserInput): Promise<Result<null, Code>> {
  const { visitor, changes } = input;
  const needsVerifiedEmail = changes.email !== undefined || NAMES.some((name) => changes[name] !== undefined);
  if (needsVerifiedEmail && accessRefusal(visitor, 'edit_profile') !== undefined) return refuse({ code: 'email_not_verified' });
  const profile = profileOf(changes);
  if (!profile.ok) return profile;
  if (Object.keys(profile.value).length > 0) {
    const changed = await changeProfile(tx, { userId: visitor.userId, version: changes.version, profile: profile.value });
    if (!changed.ok) return changed;
  }
  return changes.email === undefined ? accept(null) : await requestEmailChange(deps, tx, input, changes.email);
}
