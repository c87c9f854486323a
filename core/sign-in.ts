import { isOperatorRole } from './access.ts';
import { MINUTE_MS, type Instant } from './time.ts';

/** How long a right password waits for the second factor (quality R34). */
export const HALF_OPEN_MS = 10 * MINUTE_MS;

/** Wrong second factors that one session may give: then its password is asked again. */
export const FACTOR_TRIES = 5;

/** How long a second factor counts as just given, for what matters most. */
export const FRESH_MS = 5 * MINUTE_MS;

/** An operator's session ends when nobody has touched it for this long (domain 11, R34). */
export const IDLE_MS = 15 * MINUTE_MS;

/** How many recovery codes there are at a time, each good for one sign-in. */
export const RECOVERY_CODES = 10;

/** Passkeys one person may have. */
export const MAX_PASSKEYS = 10;

/** What a session still needs before it is more than a guest's. */
export type FactorNeed = 'none' | 'factor' | 'enrolment';

export interface SignedIn {
  readonly role: string;
  readonly mode: 'demo' | 'production';
  /** Whether he has a second factor at all. */
  readonly isEnrolled: boolean;
  readonly factorGivenAt: Instant | null;
}

/** Operators need a second factor outside demo mode (domain 9, 11); whoever has one is asked for it everywhere. */
export function needOf({ role, mode, isEnrolled, factorGivenAt }: SignedIn): FactorNeed {
  if (isEnrolled) return factorGivenAt === null ? 'factor' : 'none';
  return mode === 'production' && isOperatorRole(role) ? 'enrolment' : 'none';
}

/** Whether a person of this role may be without any second factor. */
export const mayBeWithoutFactor = (role: string, mode: 'demo' | 'production'): boolean => mode === 'demo' || !isOperatorRole(role);

const CODE_LETTERS = /[^a-z2-7]/g;

/** A recovery code as it is compared: however it was typed, with or without its dashes and in any case. */
export const plainRecoveryCode = (typed: string): string => typed.toLowerCase().replaceAll(CODE_LETTERS, '');

/** A recovery code as it is read: four groups of four. */
export const readableRecoveryCode = (plain: string): string => plain.match(/.{1,4}/g)?.join('-') ?? plain;
