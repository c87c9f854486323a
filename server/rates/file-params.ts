import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { asksForCard } from '#core/payment-system/direction-rules.ts';

/** The monitor's marks of a direction, in the order that they are written in. */
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
  /** The largest income of the line. */
  readonly mostIncome: bigint;
}

/** Whether some amount of the line asks for a verification (domain 7: of the card that is paid from). */
const asksVerification = ({ direction: { verification }, mostIncome }: Sides): boolean => asksForCard(verification, mostIncome);

/** Why a line carries a mark: from the rail, the rate type, the rule of verification; the rest is what the owner says. */
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

/** The marks of one line of the rate file (domain 9). */
export function paramsOf(sides: Sides): readonly RateParam[] {
  const found = RATE_PARAMS.filter((param) => RULES[param](sides));
  return found.length === 0 ? NONE : found;
}
const NONE: readonly RateParam[] = [];

/** From here on a payout is a delayed one for the monitor: banks that pay within the day, transfers abroad. */
const DELAYED_FROM_MINUTES = 60;

/** Minutes until the money is there, where that is so long that the monitor wants it said; null: soon. */
export const delayOf = (minutes: number): string | null => (minutes >= DELAYED_FROM_MINUTES ? String(minutes) : null);
