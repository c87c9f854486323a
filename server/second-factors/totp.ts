import { Secret, TOTP } from 'otpauth';
import { accept, refuse, type Result } from '#core/result.ts';
import { type Instant, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import type { Random } from '#server/platform/random.ts';
import { confirmTotpRow, consumeStep, findPendingTotp, findTotp, insertPendingTotp, lockFactors, updateHasFactor } from './store.ts';

/** RFC 6238 as authenticator apps implement it: SHA-1, six digits, thirty seconds. */
const TOTP_OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** The client's clock may be one step fast or slow. */
const TOLERANCE_STEPS = 1;
const SECRET_BYTES = 20;

/** A new secret, in base32. */
export const newTotpSecret = (random: Random): string => new Secret({ buffer: Uint8Array.from(random.bytes(SECRET_BYTES)).buffer }).base32;

/** The time step of a code, with one step of tolerance either way. Undefined for a wrong code. */
export function stepOf(secret: string, code: string, now: Instant): number | undefined {
  const digits = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return undefined;
  const delta = TOTP.validate({
    ...TOTP_OPTIONS,
    token: digits,
    secret: Secret.fromBase32(secret),
    timestamp: now,
    window: TOLERANCE_STEPS,
  });
  return delta === null ? undefined : Math.floor(now / SECOND_MS / TOTP_OPTIONS.period) + delta;
}

export const codeAt = (secret: string, at: Instant): string =>
  TOTP.generate({ ...TOTP_OPTIONS, secret: Secret.fromBase32(secret), timestamp: at });

/** The URI in the QR code. */
export const totpUri = (secret: string, account: string, issuer: string): string =>
  new TOTP({ ...TOTP_OPTIONS, issuer, label: account, secret: Secret.fromBase32(secret) }).toString();

/** Our name in authenticator apps. */
const ISSUER = 'Razmen';

export interface TotpSetup {
  readonly secret: string;
  readonly uri: string;
}

/** A new secret for an authenticator app. It takes effect once its first code is confirmed. */
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

/** Confirms the pending secret with its first code. It replaces the previous secret. */
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

/** Consumes a code. False for a wrong one and for a used time step, so that of two requests with one code one succeeds (R34). */
export async function consumeTotp(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  db: Queryable,
  input: { readonly userId: string; readonly code: string },
): Promise<boolean> {
  const factor = await findTotp(db, input.userId);
  const step = factor && stepOf(deps.secrets.unseal(factor.secret_sealed), input.code, deps.clock.now());
  return factor !== undefined && step !== undefined && (await consumeStep(db, factor.id, step));
}
