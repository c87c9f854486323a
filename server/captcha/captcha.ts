import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { CaptchaAttributes } from '#contract/captcha.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { type Instant, MINUTE_MS, toRfc3339 } from '#core/time.ts';
import type { HumanChecker } from '#server/adapters/captcha/port.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db, Queryable } from '#server/platform/db/db.ts';
import { AnyRow } from '#server/platform/db/row.ts';
import type { Log } from '#server/platform/log.ts';
import type { Random } from '#server/platform/random.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { makeChallenge, readProof } from './proof-of-work.ts';

export type CaptchaRefusal = 'wrong_captcha' | 'configuration_error';

/** What stands between a door and whoever guesses or floods. Which one it is, nobody who asks needs to know. */
export interface Captcha {
  /** What the page of a visitor is to work on. */
  challenge(): Result<CaptchaAttributes, 'configuration_error'>;
  /** Whether `spend` would take a token now. Asks outside where somebody else decides: before a transaction, never inside. */
  look(token: string, spentFor?: string): Promise<Result<undefined, CaptchaRefusal>>;
  /**
   * Takes a token that was looked at, once; in the transaction of what it is given for, so that a refusal gives it back. `spentFor`
   * names the call (`PreparedCall.repetition`), so that its repetition is no second use; without it there is none.
   */
  spend(db: Queryable, token: string, spentFor?: string): Promise<boolean>;
}

export interface CaptchaDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

/** `recaptcha` without a checker: chosen, but its keys are missing. */
export type CaptchaChoice = { readonly kind: 'proof_of_work' } | { readonly kind: 'recaptcha'; readonly checker: HumanChecker | undefined };

const NOTHING: CaptchaAttributes = {
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

/** Of a token that was right. */
export const passedAttributes = (kind: CaptchaAttributes['kind']): CaptchaAttributes => ({ ...NOTHING, kind, passed: true });

const WRONG: Refusal<'wrong_captcha'> = { code: 'wrong_captcha' };
/** Spec 8. */
const KEY_MISSING: Refusal<'configuration_error'> = { code: 'configuration_error', message: 'recaptcha_key_missing' };

interface Token {
  readonly id: string;
  readonly expiresAt: Instant;
}

async function take(db: Queryable, { id, expiresAt }: Token, spentFor: string | undefined): Promise<boolean> {
  const taken = await db.run(sql`
    insert into captcha_proofs (challenge, expires_at, spent_for) values (${id}, ${new Date(expiresAt)}, ${spentFor ?? null})
    on conflict (challenge) do update set spent_for = excluded.spent_for where captcha_proofs.spent_for = excluded.spent_for`);
  return taken === 1;
}

/** Our own puzzle: no third party learns of our visitors, and nobody has to read a picture. */
function workCaptcha(deps: CaptchaDeps): Captcha {
  const tokenIn = (token: string): Token | undefined => {
    const proof = readProof(deps, token);
    return proof && { id: proof.challenge, expiresAt: proof.expiresAt };
  };
  return {
    challenge() {
      const { challenge, salt, maxnumber, signature, expiresAt } = makeChallenge(deps);
      const expires_at = toRfc3339(expiresAt);
      return accept({ ...NOTHING, algorithm: 'SHA-256', challenge, salt, maxnumber, signature, expires_at });
    },
    async look(token, spentFor) {
      const found = tokenIn(token);
      if (found === undefined) return refuse(WRONG);
      const used = await deps.db.maybe(
        AnyRow,
        sql`select challenge from captcha_proofs where challenge = ${found.id} and (spent_for = ${spentFor ?? null}::text) is not true`,
      );
      return used === undefined ? accept(undefined) : refuse(WRONG);
    },
    async spend(db, token, spentFor) {
      const found = tokenIn(token);
      return found !== undefined && (await take(db, found, spentFor));
    },
  };
}

/** How long a look is remembered; Google's own tokens live for two minutes. */
const LOOK_LIVES_MS = 5 * MINUTE_MS;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Another service's word. It answers once about each token, so what it said is kept until the token is spent. */
function checkedCaptcha({ db, clock, log }: CaptchaDeps, checker: HumanChecker): Captcha {
  const isLookedAt = async (within: Queryable, hash: string): Promise<boolean> =>
    (await within.maybe(
      AnyRow,
      sql`select token_hash from captcha_looks where token_hash = ${hash} and expires_at > ${new Date(clock.now())}`,
    )) !== undefined;
  return {
    challenge: () => accept({ ...NOTHING, kind: 'recaptcha', site_key: checker.siteKey, script_url: checker.scriptUrl }),
    async look(token) {
      const hash = hashOf(token);
      if (await isLookedAt(db, hash)) return accept(undefined);
      const verdict = await checker.check(token);
      if (verdict === 'misconfigured') log.error({}, 'captcha_keys_refused');
      if (verdict === 'away') log.warn({}, 'captcha_away');
      if (verdict === 'misconfigured') return refuse({ code: 'configuration_error' });
      if (verdict !== 'passed') return refuse(verdict === 'away' ? { ...WRONG, message: 'captcha_away' } : WRONG);
      await db.run(sql`
        insert into captcha_looks (token_hash, expires_at) values (${hash}, ${new Date(clock.now() + LOOK_LIVES_MS)})
        on conflict do nothing`);
      return accept(undefined);
    },
    async spend(within, token, spentFor) {
      const hash = hashOf(token);
      if (!(await isLookedAt(within, hash))) return false;
      return await take(within, { id: hash, expiresAt: clock.now() + LOOK_LIVES_MS }, spentFor);
    },
  };
}

/** Chosen without its keys: nobody passes, and everybody is told whose mistake it is. */
const brokenCaptcha: Captcha = {
  challenge: () => refuse(KEY_MISSING),
  look: () => Promise.resolve(refuse(KEY_MISSING)),
  spend: () => Promise.resolve(false),
};

export function createCaptcha(deps: CaptchaDeps, choice: CaptchaChoice): Captcha {
  if (choice.kind === 'proof_of_work') return workCaptcha(deps);
  return choice.checker === undefined ? brokenCaptcha : checkedCaptcha(deps, choice.checker);
}

/** Forgets used tokens, and looks at tokens, that nobody could use again. */
export async function purgeProofs({ db, clock }: Pick<CaptchaDeps, 'db' | 'clock'>): Promise<void> {
  const now = new Date(clock.now());
  await db.run(sql`delete from captcha_proofs where expires_at <= ${now}`);
  await db.run(sql`delete from captcha_looks where expires_at <= ${now}`);
}
