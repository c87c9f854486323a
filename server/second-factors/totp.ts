import { refuse, accept, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { confirmTotpRow, findPendingTotp, findTotp, insertPendingTotp, lockFactors, noteFactors, spendStep } from './store.ts';
import { newTotpSecret, stepOf, totpUri } from './totp-code.ts';

/** How authenticator apps name us beside the account. */
const ISSUER = 'Razmen';

export interface ShownTotp {
  readonly secret: string;
  readonly uri: string;
}

/** A new secret to be scanned or typed into an app; it counts once its first code was given. */
export async function beginTotp(
  deps: Pick<Deps, 'random' | 'clock' | 'secrets' | 'settings'>,
  tx: Tx,
  person: { readonly userId: string; readonly email: string },
): Promise<ShownTotp> {
  const secret = newTotpSecret(deps.random);
  await lockFactors(tx, person.userId);
  await insertPendingTotp(tx, {
    id: deps.random.uuid(),
    userId: person.userId,
    sealed: deps.secrets.seal(secret),
    now: deps.clock.now(),
  });
  return { secret, uri: totpUri(secret, `${person.email} (${new URL(deps.settings.publicUrl).host})`, ISSUER) };
}

/** The first right code makes the shown secret the one that counts, instead of any before. */
export async function confirmTotp(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  tx: Tx,
  by: { readonly userId: string; readonly code: string },
): Promise<Result<null, 'invalid_token'>> {
  const now = deps.clock.now();
  await lockFactors(tx, by.userId);
  const pending = await findPendingTotp(tx, by.userId);
  const step = pending && stepOf(deps.secrets.unseal(pending.secret_sealed), by.code, now);
  if (pending === undefined || step === undefined) return refuse({ code: 'invalid_token', field: 'code', message: 'wrong_factor' });
  await confirmTotpRow(tx, { id: pending.id, userId: by.userId, step, now });
  await noteFactors(tx, by.userId, now);
  return accept(null);
}

/** Uses a code up. False for a wrong one, and for one of a step that was used: of two requests with one code one is let in (R34). */
export async function spendTotp(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  db: Queryable,
  by: { readonly userId: string; readonly code: string },
): Promise<boolean> {
  const factor = await findTotp(db, by.userId);
  const step = factor && stepOf(deps.secrets.unseal(factor.secret_sealed), by.code, deps.clock.now());
  return factor !== undefined && step !== undefined && (await spendStep(db, factor.id, step));
}
