import {
  type Direction,
  DEFAULT_DIRECTION_SETTINGS,
  type PaymentSystem,
  type PaymentSystemKind,
} from '#core/payment-system/payment-system.ts';
import { MINUTE_MS } from '#core/time.ts';

/** Payment systems on one side of a rule. Each list that is not empty restricts them; an empty filter matches all. */
export interface SystemFilter {
  readonly group: 'any' | 'fiat' | 'crypto';
  readonly kinds: readonly PaymentSystemKind[];
  readonly currencies: readonly string[];
  readonly codes: readonly string[];
}

/** Settings of each direction of a rule. Members left out have their defaults in a new direction and stay unchanged in an existing one. */
export type RuleSettings = Partial<
  Pick<
    Direction,
    | 'enabled'
    | 'rateType'
    | 'marginPpm'
    | 'incomeFeePpm'
    | 'outcomeFeePpm'
    | 'tolerancePpm'
    | 'paymentWindowMs'
    | 'etaMinutes'
    | 'deniedCountries'
  >
>;

/** A rule such as "all fiat to all crypto, margin 2 %" (domain 10). */
export interface DirectionRule {
  readonly income: SystemFilter;
  readonly outcome: SystemFilter;
  readonly settings: RuleSettings;
  /** Whether existing directions stay unchanged or get the settings. */
  readonly existing: 'skip' | 'overwrite';
  /** Whether the rule also creates directions between two systems of one currency, such as a wallet and a bank. */
  readonly sameCurrency: boolean;
}

export const EMPTY_FILTER: SystemFilter = { group: 'any', kinds: [], currencies: [], codes: [] };

const isCrypto = ({ kind }: PaymentSystem): boolean => kind === 'crypto';

const matchesList = <T>(list: readonly T[], value: T): boolean => list.length === 0 || list.includes(value);

const matchesFilter = (filter: SystemFilter, system: PaymentSystem): boolean =>
  system.stage !== 'archived' &&
  (filter.group === 'any' || (filter.group === 'crypto') === isCrypto(system)) &&
  matchesList(filter.kinds, system.kind) &&
  matchesList(filter.currencies, system.currency) &&
  matchesList(filter.codes, system.code);

/** Chains do not round, but wallets may take their fee from the amount. So a difference of 0.05 % counts as equal. */
const CRYPTO_TOLERANCE_PPM = 500;
const FIAT_WINDOW_MS = 20 * MINUTE_MS;
const CRYPTO_WINDOW_MS = 60 * MINUTE_MS;

/** Usual minutes from payment to payout: to receive the payment (confirmations of a chain), and to pay out (time of a bank). */
function defaultEtaMinutes(income: PaymentSystem, outcome: PaymentSystem): number {
  const receiving = isCrypto(income) ? (income.code === 'BTC' ? 25 : 5) : 3;
  const paying = outcome.kind === 'bank_account' ? 60 : outcome.kind === 'cash' ? 40 : isCrypto(outcome) ? 4 : 3;
  return receiving + paying;
}

/** A new direction with its defaults: fixed rate, payment window and tolerance by the kind of income (domain 5), no margin. */
export const defaultDirection = (income: PaymentSystem, outcome: PaymentSystem): Direction => ({
  incomeCode: income.code,
  outcomeCode: outcome.code,
  enabled: true,
  rateType: 'fixed',
  marginPpm: 0,
  incomeFeePpm: 0,
  outcomeFeePpm: 0,
  incomeFeeFixed: 0n,
  outcomeFeeFixed: 0n,
  minIncome: null,
  maxIncome: null,
  steps: [],
  ...DEFAULT_DIRECTION_SETTINGS,
  tolerancePpm: isCrypto(income) ? CRYPTO_TOLERANCE_PPM : 0,
  paymentWindowMs: isCrypto(income) ? CRYPTO_WINDOW_MS : FIAT_WINDOW_MS,
  etaMinutes: defaultEtaMinutes(income, outcome),
  deniedCountries: [],
});

export interface DirectionChange {
  /** Null if the direction is new. */
  readonly before: Direction | null;
  readonly after: Direction;
}

const keyOf = (income: string, outcome: string): string => `${income}>${outcome}`;

/**
 * Directions that a rule creates or changes (domain 10), in the order of the systems. Archived systems are left out. Directions of drafts
 * stay closed.
 */
export function directionsByRule(
  rule: DirectionRule,
  catalogue: { readonly systems: readonly PaymentSystem[]; readonly directions: readonly Direction[] },
): readonly DirectionChange[] {
  const existing = new Map(catalogue.directions.map((direction) => [keyOf(direction.incomeCode, direction.outcomeCode), direction]));
  const outcomes = catalogue.systems.filter((system) => matchesFilter(rule.outcome, system));
  return catalogue.systems
    .filter((system) => matchesFilter(rule.income, system))
    .flatMap((income) =>
      outcomes.flatMap((outcome): DirectionChange[] => {
        const isIncluded = income.code !== outcome.code && (rule.sameCurrency || income.marketSymbol !== outcome.marketSymbol);
        const before = existing.get(keyOf(income.code, outcome.code)) ?? null;
        if (!isIncluded || (before !== null && rule.existing === 'skip')) return [];
        return [{ before, after: { ...(before ?? defaultDirection(income, outcome)), ...rule.settings } }];
      }),
    );
}
