import { refuse, accept, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { confirmTotpRow, findPendingTotp, findTotp, insertPendingTotp, lockFactors, updateHasFactor, consumeStep } from './store.ts';
import { newTotpSecret, stepOf, totpUri } from './totp-code.ts';

/** Our name in authenticator apps. */
const ISSUER = 'Razmen';

export interface TotpSetup {
  readonly secret: string;
  readonly uri: string;
}

/** A new secret for an authenticator app; takes effect once its first code is confirmed. */
export async function beginTotp(
  deps: Pick<Deps, 'random' | 'clock' | 'secrets' | 'settings'>,
  tx: Tx,
  person: { readonly userId: string; readonly email: string },
): Promise<TotpSetup> {
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

/** Confirms the pending secret with its first code; it replaces the previous one. */
export async function confirmTotp(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  tx: Tx,
  input: { readonly userId: string; readonly code: string },
): Promise<Result<null, 'invalid_token'>> {
  const now = deps.clock.now();
  await lockFactors(tx, input.userId);
  const pending = await findPendingTotp(tx, input.userId);
  const step = pending && stepOf(deps.secrets.unseal(pending.secret_sealed), input.code, now);
  if (pending === undefined || step === undefined) return refuse({ code: 'invalid_token', field: 'code', message: 'wrong_factor' });
  await confirmTotpRow(tx, { id: pending.id, userId: input.userId, step, now });
  await updateHasFactor(tx, input.userId, now);
  return accept(null);
}

/** Consumes a code. False for a wrong one and for a used time step: of two requests with one code one succeeds (R34). */
export async function consumeTotp(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  db: Queryable,
  input: { readonly userId: string; readonly code: string },
): Promise<boolean> {
  const factor = await findTotp(db, input.userId);
  const step = factor && stepOf(deps.secrets.unseal(factor.secret_sealed), input.code, deps.clock.now());
  return factor !== undefined && step !== undefined && (await consumeStep(db, factor.id, step));
}
