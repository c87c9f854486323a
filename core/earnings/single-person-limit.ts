import { DAY_MS } from '#core/time.ts';

/**
 * Bonuses, and reversals, that one person may make alone within a day, cents; above it a second person approves (domain 9, "four eyes
 * above limits").
 */
export const SINGLE_PERSON_CENTS = 10_000n;
export const SINGLE_PERSON_PERIOD_MS = DAY_MS;

/** Whether an amount needs a second person, with `recentCents` the same person has made alone lately. */
export const needsSecondPerson = (cents: bigint, recentCents: bigint): boolean => cents + recentCents > SINGLE_PERSON_CENTS;
