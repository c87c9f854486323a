import type { SecondFactorAttributes } from '#contract/account/second-factors.ts';
import { type FactorNeed, mayBeWithoutFactor } from '#core/security/sign-in.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { hasPasskeys } from './passkeys.ts';
import { countRecoveryCodes, findTotp, listPasskeys } from './store.ts';

export interface FactorSubject {
  readonly userId: string;
  readonly role: string;
  readonly needs: FactorNeed;
}

/** A user's factors. Before sign-in is complete: only which of them can be given. */
export async function presentFactors(
  deps: Pick<Deps, 'settings'>,
  db: Queryable,
  { userId, role, needs, codes = null }: FactorSubject & { readonly codes?: readonly string[] | null },
): Promise<SecondFactorAttributes> {
  const [totp, passkeys, codesLeft] = [await findTotp(db, userId), await listPasskeys(db, userId), await countRecoveryCodes(db, userId)];
  const isSignedIn = needs === 'none';
  return {
    needs,
    methods: [
      ...(totp === undefined ? [] : (['totp'] as const)),
      ...(passkeys.length === 0 ? [] : (['passkey'] as const)),
      ...(codesLeft === 0 ? [] : (['recovery_code'] as const)),
    ],
    passkeys_possible: hasPasskeys(deps.settings.publicUrl),
    is_required: !mayBeWithoutFactor(role, deps.settings.mode),
    totp_enrolled: totp !== undefined,
    passkeys: isSignedIn
      ? passkeys.map(({ id, name, created_at: createdAt, last_used_at: usedAt }) => ({
          id,
          name,
          created_at: toRfc3339(createdAt.getTime()),
          last_used_at: usedAt && toRfc3339(usedAt.getTime()),
        }))
      : [],
    recovery_codes_left: isSignedIn ? codesLeft : 0,
    recovery_codes: codes === null ? null : [...codes],
  };
}
