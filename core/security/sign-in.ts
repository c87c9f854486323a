import { isOperatorRole } from '#core/access/access.ts';
import { MINUTE_MS, type Instant } from '#core/time.ts';

/** How long a session with a correct password waits for the second factor (quality R34). */
export const HALF_OPEN_MS = 10 * MINUTE_MS;

/** Wrong second factors allowed in one session before the password is required again. */
export const MAX_FACTOR_TRIES = 5;

/** How long a second factor counts as fresh for sensitive actions. */
export const FRESH_MS = 5 * MINUTE_MS;

/** An operator's session ends after this time without activity (domain 11, R34). */
export const IDLE_MS = 15 * MINUTE_MS;

/** Number of recovery codes issued at once, each for one sign-in. */
export const RECOVERY_CODES = 10;

/** Passkeys one person may have. */
export const MAX_PASSKEYS = 10;

/** Requirement of a session before it is signed in. */
export type FactorNeed = 'none' | 'factor' | 'enrolment';

export interface SignInFacts {
  readonly role: string;
  readonly mode: 'demo' | 'production';
  /** Whether a second factor is set up. */
  readonly isEnrolled: boolean;
  readonly factorGivenAt: Instant | null;
}

/** Staff need a second factor outside demo mode (domain 9, 11); a person who has one must always give it. */
export function factorNeed({ role, mode, isEnrolled, factorGivenAt }: SignInFacts): FactorNeed {
  if (isEnrolled) return factorGivenAt === null ? 'factor' : 'none';
  return mode === 'production' && isOperatorRole(role) ? 'enrolment' : 'none';
}

/** Whether a person of this role may have no second factor. */
export const mayBeWithoutFactor = (role: string, mode: 'demo' | 'production'): boolean => mode === 'demo' || !isOperatorRole(role);

const NON_CODE_CHARS = /[^a-z2-7]/g;

/** A recovery code in the form used for comparison: lower case, without dashes. */
export const plainRecoveryCode = (input: string): string => input.toLowerCase().replaceAll(NON_CODE_CHARS, '');

/** A recovery code as displayed: four groups of four. */
export const readableRecoveryCode = (plain: string): string => plain.match(/.{1,4}/g)?.join('-') ?? plain;
