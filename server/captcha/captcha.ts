import { createHash } from 'node:crypto';
import type { CaptchaAttributes } from '#contract/public/captcha.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { type Instant, MINUTE_MS, toRfc3339 } from '#core/time.ts';
import type { CaptchaService } from '#server/adapters/captcha/port.ts';
import type { Clock } from '#server/platform/clock.ts';
import { AnyRow, type Db, type Queryable, sql } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
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

const challengeHash = (salt: string, number: number): string => createHash('sha256').update(`${salt}${number}`).digest('hex');

/** A new challenge. Nothing is stored: the signature proves that it is ours. */
export function makeChallenge({ clock, random, secrets }: ProofDeps): Challenge {
  const expiresAt = clock.now() + TTL_MS;
  // The salt ends with a non-digit, so that no other number gives the same text
  const salt = `${Buffer.from(random.bytes(12)).toString('hex')}?expires=${expiresAt}&`;
  const number = Buffer.from(random.bytes(4)).readUInt32BE() % MAX_NUMBER;
  const challenge = challengeHash(salt, number);
  return { challenge, salt, maxnumber: MAX_NUMBER, signature: secrets.sign(PURPOSE, `${salt} ${challenge}`), expiresAt };
}

/** The challenge of a solved proof; undefined when foreign, unsolved or expired. Does not check whether it was spent. */
function readProof(
  { clock, secrets }: Pick<ProofDeps, 'clock' | 'secrets'>,
  token: string,
): { readonly challenge: string; readonly expiresAt: Instant } | undefined {
  const { challenge, salt, number, signature } = parseSolution(token);
  if (typeof challenge !== 'string' || typeof salt !== 'string' || typeof signature !== 'string') return undefined;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) return undefined;
  if (!secrets.verify(PURPOSE, `${salt} ${challenge}`, signature) || challengeHash(salt, number) !== challenge) return undefined;
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

export type CaptchaRefusal = 'wrong_captcha' | 'configuration_error';

/** Protects endpoints against guessing and flooding; callers do not depend on the provider. */
export interface Captcha {
  /** The challenge for the visitor's page. */
  challenge(): Result<CaptchaAttributes, 'configuration_error'>;
  /** Whether `spend` would accept the token. May call an external service: use it before a transaction, never inside. */
  verify(token: string, spentFor?: string): Promise<Result<undefined, CaptchaRefusal>>;
  /**
   * Spends a verified token once, in the transaction it protects: a refusal rolls it back. `spentFor` names the call
   * (`PreparedCall.repetition`), whose repetition may use the same token.
   */
  spend(db: Queryable, token: string, spentFor?: string): Promise<boolean>;
}

export interface HasCaptcha {
  /** Captcha: challenges, and verification of their tokens. */
  readonly captcha: Captcha;
}

export interface CaptchaDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

/** `checker` undefined: reCAPTCHA was chosen but its keys are missing. */
export type CaptchaChoice =
  | { readonly kind: 'proof_of_work' }
  | { readonly kind: 'recaptcha'; readonly checker: CaptchaService | undefined };

const EMPTY_ATTRIBUTES: CaptchaAttributes = {
  kind: 'proof_of_work',
  algorithm: null,
  challenge: null,
  salt: null,
  maxnumber: null,
  signature: null,
  site_key: null,
  script_url: null,
  expires_at: null,
  passed: false,
};

/** Attributes of an accepted token. */
export const passedAttributes = (kind: CaptchaAttributes['kind']): CaptchaAttributes => ({ ...EMPTY_ATTRIBUTES, kind, passed: true });

const WRONG: Refusal<'wrong_captcha'> = { code: 'wrong_captcha' };
const KEY_MISSING: Refusal<'configuration_error'> = { code: 'configuration_error', message: 'recaptcha_key_missing' };

interface Token {
  readonly id: string;
  readonly expiresAt: Instant;
}

async function spendToken(db: Queryable, { id, expiresAt }: Token, spentFor: string | undefined): Promise<boolean> {
  const changed = await db.run(sql`
    insert into captcha_proofs (challenge, expires_at, spent_for) values (${id}, ${new Date(expiresAt)}, ${spentFor ?? null})
    on conflict (challenge) do update set spent_for = excluded.spent_for where captcha_proofs.spent_for = excluded.spent_for`);
  return changed === 1;
}

/** Our own proof of work. No third party receives data of visitors, and no one has to solve a picture. */
function proofOfWorkCaptcha(deps: CaptchaDeps): Captcha {
  const parseToken = (token: string): Token | undefined => {
    const proof = readProof(deps, token);
    return proof && { id: proof.challenge, expiresAt: proof.expiresAt };
  };
  return {
    challenge() {
      const { challenge, salt, maxnumber, signature, expiresAt } = makeChallenge(deps);
      const expires_at = toRfc3339(expiresAt);
      return accept({ ...EMPTY_ATTRIBUTES, algorithm: 'SHA-256', challenge, salt, maxnumber, signature, expires_at });
    },
    async verify(token, spentFor) {
      const parsed = parseToken(token);
      if (parsed === undefined) return refuse(WRONG);
      const used = await deps.db.maybe(
        AnyRow,
        sql`select challenge from captcha_proofs where challenge = ${parsed.id} and (spent_for = ${spentFor ?? null}::text) is not true`,
      );
      return used === undefined ? accept(undefined) : refuse(WRONG);
    },
    async spend(db, token, spentFor) {
      const parsed = parseToken(token);
      return parsed !== undefined && (await spendToken(db, parsed, spentFor));
    },
  };
}

/** How long a verification is remembered; Google's own tokens are valid for two minutes. */
const VERIFIED_TTL_MS = 5 * MINUTE_MS;
const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** An external service. It verifies each token once, so the result is stored until the token is spent. */
function externalCaptcha({ db, clock, log }: CaptchaDeps, checker: CaptchaService): Captcha {
  const isVerified = async (queryable: Queryable, hash: string): Promise<boolean> =>
    (await queryable.maybe(
      AnyRow,
      sql`select token_hash from captcha_looks where token_hash = ${hash} and expires_at > ${new Date(clock.now())}`,
    )) !== undefined;
  return {
    challenge: () => accept({ ...EMPTY_ATTRIBUTES, kind: 'recaptcha', site_key: checker.siteKey, script_url: checker.scriptUrl }),
    async verify(token) {
      const hash = tokenHash(token);
      if (await isVerified(db, hash)) return accept(undefined);
      const verdict = await checker.check(token);
      if (verdict === 'misconfigured') log.error({}, 'captcha_keys_refused');
      if (verdict === 'unavailable') log.warn({}, 'captcha_away');
      if (verdict === 'misconfigured') return refuse({ code: 'configuration_error' });
      if (verdict !== 'passed') return refuse(verdict === 'unavailable' ? { ...WRONG, message: 'captcha_away' } : WRONG);
      await db.run(sql`
        insert into captcha_looks (token_hash, expires_at) values (${hash}, ${new Date(clock.now() + VERIFIED_TTL_MS)})
        on conflict do nothing`);
      return accept(undefined);
    },
    async spend(queryable, token, spentFor) {
      const hash = tokenHash(token);
      if (!(await isVerified(queryable, hash))) return false;
      return await spendToken(queryable, { id: hash, expiresAt: clock.now() + VERIFIED_TTL_MS }, spentFor);
    },
  };
}

/** Keys are missing: every call is refused as a configuration error. */
const unconfiguredCaptcha: Captcha = {
  challenge: () => refuse(KEY_MISSING),
  verify: () => Promise.resolve(refuse(KEY_MISSING)),
  spend: () => Promise.resolve(false),
};

export function createCaptcha(deps: CaptchaDeps, choice: CaptchaChoice): Captcha {
  if (choice.kind === 'proof_of_work') return proofOfWorkCaptcha(deps);
  return choice.checker === undefined ? unconfiguredCaptcha : externalCaptcha(deps, choice.checker);
}

/** Deletes spent and verified tokens that have expired. */
export async function purgeProofs({ db, clock }: Pick<CaptchaDeps, 'db' | 'clock'>): Promise<void> {
  const now = new Date(clock.now());
  await db.run(sql`delete from captcha_proofs where expires_at <= ${now}`);
  await db.run(sql`delete from captcha_looks where expires_at <= ${now}`);
}
