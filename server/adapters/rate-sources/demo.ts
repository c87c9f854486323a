import { fraction } from '#core/money/fraction.ts';
import { SECOND_MS, type Instant } from '#core/time.ts';
import type { RateSource, SourceOptions, SourceQuote } from './port.ts';

type Volatility = 'stable' | 'fiat' | 'crypto';

/** Invented centre price in 10^-12 US dollars, and volatility. No real quotations. */
const CENTRES: Readonly<Record<string, readonly [centreE12: bigint, volatility: Volatility]>> = {
  RUB: [12_345_600_000n, 'fiat'],
  EUR: [1_158_400_000_000n, 'fiat'],
  GBP: [1_324_700_000_000n, 'fiat'],
  KZT: [1_912_300_000n, 'fiat'],
  UAH: [23_891_000_000n, 'fiat'],
  TRY: [23_710_000_000n, 'fiat'],
  CNY: [140_520_000_000n, 'fiat'],
  BYN: [294_100_000_000n, 'fiat'],
  GEL: [369_200_000_000n, 'fiat'],
  AMD: [2_613_000_000n, 'fiat'],
  KGS: [11_437_000_000n, 'fiat'],
  UZS: [83_900_000n, 'fiat'],
  PLN: [272_600_000_000n, 'fiat'],
  AED: [272_290_000_000n, 'fiat'],
  USDT: [1_000_300_000_000n, 'stable'],
  USDC: [999_900_000_000n, 'stable'],
  DAI: [999_800_000_000n, 'stable'],
  BTC: [97_250_500_000_000_000n, 'crypto'],
  ETH: [3_412_700_000_000_000n, 'crypto'],
  LTC: [96_310_000_000_000n, 'crypto'],
  BCH: [512_400_000_000_000n, 'crypto'],
  TRX: [286_400_000_000n, 'crypto'],
  XMR: [348_900_000_000_000n, 'crypto'],
  SOL: [168_200_000_000_000n, 'crypto'],
  GRAM: [2_274_000_000_000n, 'crypto'],
  TON: [2_274_000_000_000n, 'crypto'],
  DOGE: [181_300_000_000n, 'crypto'],
  XRP: [2_318_000_000_000n, 'crypto'],
  BNB: [942_600_000_000_000n, 'crypto'],
  ADA: [562_100_000_000n, 'crypto'],
  DASH: [71_400_000_000_000n, 'crypto'],
  ZEC: [312_800_000_000_000n, 'crypto'],
  ETC: [16_870_000_000_000n, 'crypto'],
};

/** Maximum deviation by all waves together, in parts per billion. */
const SWING_PPB: Readonly<Record<Volatility, bigint>> = { stable: 400_000n, fiat: 6_000_000n, crypto: 30_000_000n };
/** Periods in milliseconds without a short common multiple, with weights out of 100. */
const WAVES: readonly (readonly [periodMs: bigint, weight: bigint])[] = [
  [86_413_000n, 55n],
  [7_919_000n, 27n],
  [1_237_000n, 12n],
  [311_000n, 5n],
];
const NOISE_WEIGHT = 1n;
/** Interval of the noise, like that of trades; in between only the waves move the price. */
const NOISE_MS = 3_000;
const BILLION = 1_000_000_000n;

/** A well-mixed 32-bit number from text (FNV-1a with a final scramble). */
function hash32(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** A rounded wave between -1 and 1 in parts per billion: two parabolas, integers only. */
function wavePpb(atMs: bigint, periodMs: bigint): bigint {
  const half = periodMs / 2n;
  const offset = atMs % periodMs;
  const [u, sign] = offset < half ? [offset, 1n] : [offset - half, -1n];
  return (sign * 4n * u * (half - u) * BILLION) / (half * half);
}

function priceAt(symbol: string, now: Instant): SourceQuote | undefined {
  const centre = Object.hasOwn(CENTRES, symbol) ? CENTRES[symbol] : undefined;
  if (!centre) return undefined;
  const [centreE12, volatility] = centre;
  const phaseMs = BigInt(hash32(symbol)) * 131n;
  let weighted = 0n;
  for (const [periodMs, weight] of WAVES) weighted += weight * wavePpb(BigInt(now) + phaseMs, periodMs);
  const noise = BigInt(hash32(`${symbol}/${Math.floor(now / NOISE_MS)}`) % 2_000_001) - 1_000_000n;
  weighted += NOISE_WEIGHT * noise * 1_000n;
  const movedPpb = (SWING_PPB[volatility] * weighted) / (100n * BILLION);
  const usd = fraction((centreE12 * (BILLION + movedPpb)) / BILLION, 1_000_000_000_000n);
  return { base: symbol, quote: 'USD', bid: usd, ask: usd, volume: null, at: now };
}

/** Invented prices that move like a market: a pure function of symbol and time, equal in every process. Works offline. */
export const demoSource = ({ name }: SourceOptions): RateSource => ({
  name,
  isDemo: true,
  kind: 'market',
  intervalMs: NOISE_MS,
  deadlineMs: SECOND_MS,
  maxAgeMs: 30 * SECOND_MS,
  read: async (symbols, now) => [...symbols].map((symbol) => priceAt(symbol, now)).filter((quote) => quote !== undefined),
});
