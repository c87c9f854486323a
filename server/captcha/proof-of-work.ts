import { createHash } from 'node:crypto';
import { MINUTE_MS, type Instant } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Random } from '#server/platform/random.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/** On average half of it is tried: about a second on a phone, and minutes for enough orders to exhaust a reserve. */
const MAX_NUMBER = 200_000;
const TTL_MS = 20 * MINUTE_MS;
const PURPOSE = 'captcha';

interface ProofDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
}

export interface Challenge {
  readonly challenge: string;
  readonly salt: string;
  readonly maxnumber: number;
  readonly signature: string;
  readonly expiresAt: Instant;
}

const hashOf = (salt: string, number: number): string => createHash('sha256').update(`${salt}${number}`).digest('hex');

/** A new challenge. Nothing is stored: the signature proves that it is ours. */
export function makeChallenge({ clock, random, secrets }: ProofDeps): Challenge {
  const expiresAt = clock.now() + TTL_MS;
  // The salt ends with a non-digit, so that no other number gives the same text
  const salt = `${Buffer.from(random.bytes(12)).toString('hex')}?expires=${expiresAt}&`;
  const number = Buffer.from(random.bytes(4)).readUInt32BE() % MAX_NUMBER;
  const challenge = hashOf(salt, number);
  return { challenge, salt, maxnumber: MAX_NUMBER, signature: secrets.sign(PURPOSE, `${salt} ${challenge}`), expiresAt };
}

/** The challenge of a solved proof; undefined when foreign, unsolved or expired. Does not check whether it was spent. */
export function readProof(
  { clock, secrets }: Pick<ProofDeps, 'clock' | 'secrets'>,
  token: string,
): { readonly challenge: string; readonly expiresAt: Instant } | undefined {
  const { challenge, salt, number, signature } = parseSolution(token);
  if (typeof challenge !== 'string' || typeof salt !== 'string' || typeof signature !== 'string') return undefined;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) return undefined;
  if (!secrets.verify(PURPOSE, `${salt} ${challenge}`, signature) || hashOf(salt, number) !== challenge) return undefined;
  const expiresAt = Number(/\?expires=(\d+)&$/.exec(salt)?.[1]);
  return clock.now() < expiresAt ? { challenge, expiresAt } : undefined;
}

function parseSolution(token: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
