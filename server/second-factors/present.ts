import type { SecondFactorAttributes } from '#contract/second-factors.ts';
import { type FactorNeed, mayBeWithoutFactor } from '#core/sign-in.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { hasPasskeys } from './passkeys.ts';
import { countRecoveryCodes, findTotp, listPasskeys } from './store.ts';

export interface Seen {
  readonly userId: string;
  readonly role: string;
  readonly needs: FactorNeed;
}

/** A person's factors as he sees them: before his session is whole no more than which of them he may give. */
export async function presentFactors(
  deps: Pick<Deps, 'settings'>,
  db: Queryable,
  { userId, role, needs, codes = null }: Seen & { readonly codes?: readonly string[] | null },
): Promise<SecondFactorAttributes> {
  const [totp, passkeys, left] = [await findTotp(db, userId), await listPasskeys(db, userId), await countRecoveryCodes(db, userId)];
  const isWhole = needs === 'none';
  return {
    needs,
    methods: [
      ...(totp === undefined ? [] : (['totp'] as const)),
      ...(passkeys.length === 0 ? [] : (['passkey'] as const)),
      ...(left === 0 ? [] : (['recovery_code'] as const)),
    ],
    passkeys_possible: hasPasskeys(deps.settings.publicUrl),
    is_required: !mayBeWithoutFactor(role, deps.settings.mode),
    totp_enrolled: totp !== undefined,
    passkeys: isWhole
      ? passkeys.map(({ id, name, created_at: createdAt, last_used_at: usedAt }) => ({
          id,
          name,
          created_at: toRfc3339(createdAt.getTime()),
          last_used_at: usedAt && toRfc3339(usedAt.getTime()),
        }))
      : [],
    recovery_codes_left: isWhole ? left : 0,
    recovery_codes: codes === null ? null : [...codes],
  };
}
