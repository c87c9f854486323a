import { pow10 } from './decimals.ts';

/** Digits of whole units: above the supply of every asset. A larger amount is a misread or mistyped one. */
const MAX_WHOLE_DIGITS = 15;

/** Whether an amount in minor units at `scale` can exist at all. */
export const isPlausibleAmount = (minor: bigint, scale: number): boolean => (minor < 0n ? -minor : minor) < pow10(MAX_WHOLE_DIGITS + scale);
