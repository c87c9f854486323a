import { pow10 } from './decimals.ts';

/** Whole units: above every asset's supply, coins of quadrillions included. A larger amount is a misread or mistyped line. */
const MOST_WHOLE_DIGITS = 15;

/** Whether an amount in minor units at `scale` is one that an asset can hold at all. */
export const isHoldable = (minor: bigint, scale: number): boolean => (minor < 0n ? -minor : minor) < pow10(MOST_WHOLE_DIGITS + scale);
