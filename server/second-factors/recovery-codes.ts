import { createHash } from 'node:crypto';
import { Secret } from 'otpauth';
import { plainRecoveryCode, readableRecoveryCode, RECOVERY_CODES } from '#core/sign-in.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { countRecoveryCodes, replaceRecoveryCodes, spendRecoveryCodeRow } from './store.ts';

/** 80 bits: sixteen letters of base32. */
const CODE_BYTES = 10;

const hashOf = (plain: string): Buffer => createHash('sha256').update(plain).digest();

/** Ten new codes instead of all before; shown this once, kept as hashes. */
export async function makeRecoveryCodes(deps: Pick<Deps, 'random' | 'clock'>, tx: Tx, userId: string): Promise<readonly string[]> {
  const plain = Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ buffer: Uint8Array.from(deps.random.bytes(CODE_BYTES)).buffer }).base32.toLowerCase(),
  );
  await replaceRecoveryCodes(tx, userId, { hashes: plain.map(hashOf), now: deps.clock.now() });
  return plain.map(readableRecoveryCode);
}

/** Whether there is a code left for the day his factor is lost. */
export const hasRecoveryCodes = async (db: Queryable, userId: string): Promise<boolean> => (await countRecoveryCodes(db, userId)) > 0;

/** Uses a code up; false when it is none of his, or was used before. */
export const spendRecoveryCode = (deps: Pick<Deps, 'clock'>, db: Queryable, by: { readonly userId: string; readonly code: string }) =>
  spendRecoveryCodeRow(db, by.userId, { hash: hashOf(plainRecoveryCode(by.code)), now: deps.clock.now() });
