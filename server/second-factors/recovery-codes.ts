import { createHash } from 'node:crypto';
import { Secret } from 'otpauth';
import { plainRecoveryCode, readableRecoveryCode, RECOVERY_CODES } from '#core/security/sign-in.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { countRecoveryCodes, replaceRecoveryCodes, consumeRecoveryCodeRow } from './store.ts';

/** 80 bits are sixteen base32 characters. */
const CODE_BYTES = 10;

const hashOf = (plain: string): Buffer => createHash('sha256').update(plain).digest();

/** Replaces all codes with ten new ones. They are shown once and stored as hashes. */
export async function createRecoveryCodes(deps: Pick<Deps, 'random' | 'clock'>, tx: Tx, userId: string): Promise<readonly string[]> {
  const plain = Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ buffer: Uint8Array.from(deps.random.bytes(CODE_BYTES)).buffer }).base32.toLowerCase(),
  );
  await replaceRecoveryCodes(tx, userId, { hashes: plain.map(hashOf), now: deps.clock.now() });
  return plain.map(readableRecoveryCode);
}

export const hasRecoveryCodes = async (db: Queryable, userId: string): Promise<boolean> => (await countRecoveryCodes(db, userId)) > 0;

/** Consumes a code. False if it is wrong or used. */
export const consumeRecoveryCode = (deps: Pick<Deps, 'clock'>, db: Queryable, input: { readonly userId: string; readonly code: string }) =>
  consumeRecoveryCodeRow(db, input.userId, { hash: hashOf(plainRecoveryCode(input.code)), now: deps.clock.now() });
