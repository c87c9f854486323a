import { DAY_MS } from '#core/time.ts';

/** So much of bonuses, and so much of what is taken back, may one person do by himself within a day, in cents; beyond it a second one agrees (domain 9, "four eyes above limits"). */
export const ALONE_CENTS = 10_000n;
export const ALONE_WITHIN_MS = DAY_MS;

/** Whether an amount needs a second person, with what the first has done alone lately. */
export const needsSecond = (cents: bigint, alone: bigint): boolean => cents + alone > ALONE_CENTS;
