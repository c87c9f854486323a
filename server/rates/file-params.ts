import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { requiresCardCheck } from '#core/payment-system/direction-rules.ts';

/** Marks of a direction in the rate file, in the order of the format. */
export const RATE_PARAMS = [
  'manual',
  'juridical',
  'verifying',
  'cardverify',
  'floating',
  'otherin',
  'otherout',
  'reg',
  'card2card',
] as const;
export type RateParam = (typeof RATE_PARAMS)[number];

interface Sides {
  readonly direction: Direction;
  readonly income: PaymentSystem;
  readonly outcome: PaymentSystem;
  /** The largest income of the item. */
  readonly maxIncome: bigint;
}

/** Whether some amount of the item requires a card verification (domain 7). */
const asksVerification = ({ direction: { verification }, maxIncome }: Sides): boolean => requiresCardCheck(verification, maxIncome);

/** Conditions of the marks: the rail, the rate type, the verification rule, and flags set by the owner. */
const RULES: Readonly<Record<RateParam, (sides: Sides) => boolean>> = {
  manual: ({ income, outcome }) => income.rail === 'manual' || outcome.rail === 'manual',
  juridical: ({ direction }) => direction.fileFlags.juridical,
  verifying: (sides) => sides.direction.fileFlags.verifying || (sides.income.kind !== 'card' && asksVerification(sides)),
  cardverify: (sides) => sides.income.kind === 'card' && asksVerification(sides),
  floating: ({ direction }) => direction.rateType === 'floating',
  otherin: ({ direction }) => direction.fileFlags.otherin,
  otherout: ({ direction }) => direction.fileFlags.otherout,
  reg: ({ direction }) => direction.fileFlags.reg,
  card2card: ({ direction }) => direction.fileFlags.card2card,
};

/** The marks of an item of the rate file (domain 9). */
export function paramsOf(sides: Sides): readonly RateParam[] {
  const params = RATE_PARAMS.filter((param) => RULES[param](sides));
  return params.length === 0 ? NONE : params;
}
const NONE: readonly RateParam[] = [];

/** Monitors treat slower payouts as delayed: banks that pay within the day, transfers abroad. */
const DELAYED_FROM_MINUTES = 60;

/** Minutes until the payout, where it counts as delayed; else null. */
export const delayOf = (minutes: number): string | null => (minutes >= DELAYED_FROM_MINUTES ? String(minutes) : null);
