import { MAX_DAYS } from '#contract/office/shop/figures.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Deps } from '#server/deps.ts';
import { walletsOf } from '#server/shifts/close-shift.ts';
import { averageDailyPayouts } from './sums-store.ts';

export interface ReserveDays {
  readonly wallet: string;
  /** A payment system of the wallet, for its currency and scale. */
  readonly system: PaymentSystem;
  /** Minor units. */
  readonly free: bigint;
  readonly paidADay: bigint;
  /** Rounded down to a tenth; null: nothing was paid out in a week. */
  readonly daysLeft: number | null;
}

const TENTHS = 10n;

const daysOf = (free: bigint, paidADay: bigint): number | null => {
  if (paidADay <= 0n) return null;
  const tenths = free <= 0n ? 0n : (free * TENTHS) / paidADay;
  return Math.min(MAX_DAYS, Number(tenths) / Number(TENTHS));
};

/** How many days each payout wallet lasts at the average of the last week (domain 11, "The day's figures"). */
export async function reserveDays({ db, clock, catalogue }: Pick<Deps, 'db' | 'clock' | 'catalogue'>): Promise<readonly ReserveDays[]> {
  const paidByWallet = new Map((await averageDailyPayouts(db, clock.now())).map((row) => [row.wallet, BigInt(row.paid_a_day)]));
  return [...walletsOf(catalogue.paymentSystems())].map(([wallet, system]) => {
    const [free, paidADay] = [catalogue.reserve(system.code), paidByWallet.get(wallet) ?? 0n];
    return { wallet, system, free, paidADay, daysLeft: daysOf(free, paidADay) };
  });
}
