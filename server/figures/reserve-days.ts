import { MOST_DAYS } from '#contract/office-figures.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Deps } from '#server/deps.ts';
import { walletsOf } from '#server/shifts/close-shift.ts';
import { spentADay } from './sums-store.ts';

export interface ReserveDays {
  readonly wallet: string;
  /** Stands for the wallet: its currency and its decimals. */
  readonly system: PaymentSystem;
  /** Minor units. */
  readonly free: bigint;
  readonly paidADay: bigint;
  /** To a tenth, rounded down; null: nothing was paid from it in a week. */
  readonly daysLeft: number | null;
}

const TENTHS = 10n;

const daysOf = (free: bigint, paidADay: bigint): number | null => {
  if (paidADay <= 0n) return null;
  const tenths = free <= 0n ? 0n : (free * TENTHS) / paidADay;
  return Math.min(MOST_DAYS, Number(tenths) / Number(TENTHS));
};

/** How long each wallet that is paid from lasts, at the pace of the last week (domain 11, "The day's figures"). */
export async function reserveDays({ db, clock, catalogue }: Pick<Deps, 'db' | 'clock' | 'catalogue'>): Promise<readonly ReserveDays[]> {
  const spent = new Map((await spentADay(db, clock.now())).map((row) => [row.wallet, BigInt(row.paid_a_day)]));
  return [...walletsOf(catalogue.paymentSystems())].map(([wallet, system]) => {
    const [free, paidADay] = [catalogue.reserve(system.code), spent.get(wallet) ?? 0n];
    return { wallet, system, free, paidADay, daysLeft: daysOf(free, paidADay) };
  });
}
