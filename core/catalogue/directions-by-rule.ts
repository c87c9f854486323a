import { type Direction, PLAIN_DIRECTION, type PaymentSystem, type PaymentSystemKind } from '#core/payment-system/payment-system.ts';
import { MINUTE_MS } from '#core/time.ts';

/** Which payment systems stand on one side of a rule; every list that is not empty narrows, and nothing chosen is all of them. */
export interface ChosenSystems {
  readonly group: 'any' | 'fiat' | 'crypto';
  readonly kinds: readonly PaymentSystemKind[];
  readonly currencies: readonly string[];
  readonly codes: readonly string[];
}

/** What a rule says of each of its directions; members left out are the usual ones of a new direction, and stay as they are of one that is there. */
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

/** "All fiat to all crypto, margin 2 %" (domain 10). */
export interface DirectionRule {
  readonly income: ChosenSystems;
  readonly outcome: ChosenSystems;
  readonly settings: RuleSettings;
  /** Directions that are there already: left alone, or given the settings. */
  readonly existing: 'skip' | 'overwrite';
  /** Also between two systems of one currency, as from a wallet to a bank. */
  readonly sameCurrency: boolean;
}

export const NOTHING_CHOSEN: ChosenSystems = { group: 'any', kinds: [], currencies: [], codes: [] };

const isCrypto = ({ kind }: PaymentSystem): boolean => kind === 'crypto';

const holds = <T>(list: readonly T[], value: T): boolean => list.length === 0 || list.includes(value);

const isChosen = (chosen: ChosenSystems, system: PaymentSystem): boolean =>
  system.stage !== 'archived' &&
  (chosen.group === 'any' || (chosen.group === 'crypto') === isCrypto(system)) &&
  holds(chosen.kinds, system.kind) &&
  holds(chosen.currencies, system.currency) &&
  holds(chosen.codes, system.code);

/** Chains round nothing, wallets sometimes take their fee from the amount: a twentieth of a percent still counts as equal. */
const CRYPTO_TOLERANCE_PPM = 500;
const FIAT_WINDOW_MS = 20 * MINUTE_MS;
const CRYPTO_WINDOW_MS = 60 * MINUTE_MS;

/** Minutes from the payment to the money: confirmations of the chain, then the bank's own time. */
function usualEta(income: PaymentSystem, outcome: PaymentSystem): number {
  const receiving = isCrypto(income) ? (income.code === 'BTC' ? 25 : 5) : 3;
  const paying = outcome.kind === 'bank_account' ? 60 : outcome.kind === 'cash' ? 40 : isCrypto(outcome) ? 4 : 3;
  return receiving + paying;
}

/** A direction as it usually begins: fixed rate, the window and tolerance that its income asks for (domain 5); no margin of its own. */
export const usualDirection = (income: PaymentSystem, outcome: PaymentSystem): Direction => ({
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
  ...PLAIN_DIRECTION,
  tolerancePpm: isCrypto(income) ? CRYPTO_TOLERANCE_PPM : 0,
  paymentWindowMs: isCrypto(income) ? CRYPTO_WINDOW_MS : FIAT_WINDOW_MS,
  etaMinutes: usualEta(income, outcome),
  deniedCountries: [],
});

export interface RuledDirection {
  /** Null: it is not there yet. */
  readonly before: Direction | null;
  readonly after: Direction;
}

const keyOf = (income: string, outcome: string): string => `${income}>${outcome}`;

/**
 * The directions that a rule makes or changes, by income and outcome in the order of the systems (domain 10). The assistant and the
 * office ask the same. Never from a system to itself; archived systems are left out; drafts are not, their directions wait for them.
 */
export function directionsByRule(
  rule: DirectionRule,
  catalogue: { readonly systems: readonly PaymentSystem[]; readonly directions: readonly Direction[] },
): readonly RuledDirection[] {
  const there = new Map(catalogue.directions.map((direction) => [keyOf(direction.incomeCode, direction.outcomeCode), direction]));
  const outcomes = catalogue.systems.filter((system) => isChosen(rule.outcome, system));
  return catalogue.systems
    .filter((system) => isChosen(rule.income, system))
    .flatMap((income) =>
      outcomes.flatMap((outcome): RuledDirection[] => {
        const isMeant = income.code !== outcome.code && (rule.sameCurrency || income.marketSymbol !== outcome.marketSymbol);
        const before = there.get(keyOf(income.code, outcome.code)) ?? null;
        if (!isMeant || (before !== null && rule.existing === 'skip')) return [];
        return [{ before, after: { ...(before ?? usualDirection(income, outcome)), ...rule.settings } }];
      }),
    );
}
