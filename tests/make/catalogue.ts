import { DEFAULT_DIRECTION_SETTINGS, type Direction, type PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Switch } from '#core/staff/switches.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';

/** A payment system for tests: two decimals of RUB on the sandbox rail by default. */
export const makePaymentSystem = (overrides: Partial<PaymentSystem> & Pick<PaymentSystem, 'code'>): PaymentSystem => ({
  kind: 'card',
  stage: 'ready',
  name: { ru: overrides.code, en: overrides.code },
  aliases: [],
  currency: 'RUB',
  asset: 'RUB',
  incomeWallet: overrides.code,
  outcomeWallet: overrides.code,
  marketSymbol: 'RUB',
  network: null,
  scale: 2,
  precision: 2,
  rail: 'sandbox',
  railSettings: {},
  minAmount: 100_000n,
  maxAmount: 50_000_000n,
  reserveBuffer: 0n,
  networkFee: 0n,
  requiredConfirmations: 0,
  incomeEnabled: true,
  outcomeEnabled: true,
  referalOutputEnabled: false,
  incomeFields: [],
  outcomeFields: [],
  mark: { monogram: 'T', tint: 'neutral' },
  sort: 0,
  ...overrides,
});

/** A direction for tests: fixed rate, 1 % margin, no fees. */
export const makeDirection = (overrides: Partial<Direction> & Pick<Direction, 'incomeCode' | 'outcomeCode'>): Direction => ({
  enabled: true,
  rateType: 'fixed',
  marginPpm: 10_000,
  incomeFeePpm: 0,
  outcomeFeePpm: 0,
  incomeFeeFixed: 0n,
  outcomeFeeFixed: 0n,
  minIncome: null,
  maxIncome: null,
  steps: [],
  tolerancePpm: 1_000,
  paymentWindowMs: 1_200_000,
  etaMinutes: 10,
  deniedCountries: [],
  ...DEFAULT_DIRECTION_SETTINGS,
  ...overrides,
});

const crypto = { kind: 'crypto', rail: 'sandbox' } as const;

/** SBERRUB, TCSBRUB, USDTTRC20, BTC and ETH: all kinds of decimals in the real catalogue. */
export const TEST_PAYMENT_SYSTEMS: readonly PaymentSystem[] = [
  makePaymentSystem({ code: 'SBERRUB' }),
  makePaymentSystem({
    code: 'KSPBKZT',
    currency: 'KZT',
    asset: 'KZT',
    marketSymbol: 'KZT',
    precision: 0,
    minAmount: 500_000n,
    maxAmount: 500_000_000n,
  }),
  makePaymentSystem({
    ...crypto,
    code: 'USDTTRC20',
    currency: 'USDT',
    asset: 'USDT.TRC20',
    marketSymbol: 'USDT',
    network: 'TRC20',
    scale: 6,
    precision: 2,
    minAmount: 20_000_000n,
    maxAmount: 20_000_000_000n,
    networkFee: 2_500_000n,
  }),
  makePaymentSystem({
    ...crypto,
    code: 'BTC',
    currency: 'BTC',
    asset: 'BTC',
    marketSymbol: 'BTC',
    network: 'BTC',
    scale: 8,
    precision: 8,
    minAmount: 50_000n,
    maxAmount: 200_000_000n,
    networkFee: 2_000n,
  }),
  makePaymentSystem({
    ...crypto,
    code: 'ETH',
    currency: 'ETH',
    asset: 'ETH',
    marketSymbol: 'ETH',
    network: 'ETH',
    scale: 18,
    precision: 8,
    minAmount: 10_000_000_000_000_000n,
    maxAmount: 50_000_000_000_000_000_000n,
    networkFee: 500_000_000_000_000n,
  }),
];

/** Every ordered pair, with steps, fixed and percent fees, and floating rates. */
export const TEST_DIRECTIONS: readonly Direction[] = TEST_PAYMENT_SYSTEMS.flatMap((income, i) =>
  TEST_PAYMENT_SYSTEMS.filter((outcome) => outcome.code !== income.code).map((outcome, j) =>
    makeDirection({
      incomeCode: income.code,
      outcomeCode: outcome.code,
      rateType: (i + j) % 3 === 0 ? 'floating' : 'fixed',
      marginPpm: 5_000 + 3_000 * j,
      incomeFeePpm: i === 1 ? 7_500 : 0,
      outcomeFeePpm: j === 2 ? 3_000 : 0,
      incomeFeeFixed: i === 0 && j === 1 ? 5_000n : 0n,
      outcomeFeeFixed: j === 0 ? outcome.minAmount / 100n : 0n,
      steps: i === 0 ? [{ fromIncome: 5_000_000n, marginPpm: 4_000 }] : [],
    }),
  ),
);

/** All switches on. */
export const NO_SWITCHES: { readonly off: () => readonly Switch[] } = { off: () => NOTHING };
const NOTHING: readonly Switch[] = [];

/** A fixed catalogue: the given entries or the test payment systems; reserves default to a thousand maximum amounts. */
export function makeCatalogue(
  overrides: {
    readonly paymentSystems?: readonly PaymentSystem[];
    readonly directions?: readonly Direction[];
    readonly reserves?: Readonly<Record<string, bigint>>;
  } = {},
): Catalogue {
  const systems = overrides.paymentSystems ?? TEST_PAYMENT_SYSTEMS;
  const directions = overrides.directions ?? TEST_DIRECTIONS;
  const byCode = new Map(systems.map((system) => [system.code, system]));
  const byPair = new Map(directions.map((direction) => [`${direction.incomeCode}>${direction.outcomeCode}`, direction]));
  return {
    paymentSystem: (code) => byCode.get(code),
    paymentSystems: () => systems,
    direction: (incomeCode, outcomeCode) => byPair.get(`${incomeCode}>${outcomeCode}`),
    directions: () => directions,
    closing: () => null,
    reserve: (code) => overrides.reserves?.[code] ?? (byCode.get(code)?.maxAmount ?? 0n) * 1_000n,
  };
}
