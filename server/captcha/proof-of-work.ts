import { createHash } from 'node:crypto';
import { MINUTE_MS, type Instant } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Random } from '#server/platform/random.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/** Half of it is tried on the average: about a second on a phone, and a reserve's worth of orders is minutes of a machine. */
const MAX_NUMBER = 200_000;
const LIVES_MS = 20 * MINUTE_MS;
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

/** A new challenge; nothing of it is stored: its signature is our memory of it. */
export function makeChallenge({ clock, random, secrets }: ProofDeps): Challenge {
  const expiresAt = clock.now() + LIVES_MS;
  // It ends with a sign that is no digit, so that no other number makes the same text
  const salt = `${Buffer.from(random.bytes(12)).toString('hex')}?expires=${expiresAt}&`;
  const number = Buffer.from(random.bytes(4)).readUInt32BE() % MAX_NUMBER;
  const challenge = hashOf(salt, number);
  return { challenge, salt, maxnumber: MAX_NUMBER, signature: secrets.sign(PURPOSE, `${salt} ${challenge}`), expiresAt };
}

/** A solved challenge; undefined for anything that is none of ours, is not solved or is over. Whether it was used is not asked here. */
export function readProof(
  { clock, secrets }: Pick<ProofDeps, 'clock' | 'secrets'>,
  token: string,
): { readonly challenge: string; readonly expiresAt: Instant } | undefined {
  const { challenge, salt, number, signature } = solutionIn(token);
  if (typeof challenge !== 'string' || typeof salt !== 'string' || typeof signature !== 'string') return undefined;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) return undefined;
  if (!secrets.verify(PURPOSE, `${salt} ${challenge}`, signature) || hashOf(salt, number) !== challenge) return undefined;
  const expiresAt = Number(/\?expires=(\d+)&$/.exec(salt)?.[1]);
  return clock.now() < expiresAt ? { challenge, expiresAt } : undefined;
}

function solutionIn(token: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
