import { MAX_DAYS } from '#contract/office/shop/figures.ts';
import { formatAmount } from '#core/money/amount.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Deps } from '#server/deps.ts';
import type { IncidentTracker } from '#server/incidents/incident-tracker.ts';
import { walletsOf } from '#server/shifts/close-shift.ts';
import { averageDailyPayouts } from './sums-store.ts';

interface ReserveDays {
  readonly wallet: string;
  /** A payment system of the wallet, for its currency and scale. */
  readonly system: PaymentSystem;
  /** Minor units. */
  readonly free: bigint;
  readonly paidADay: bigint;
  /** Rounded down to a tenth; null if nothing was paid out in a week. */
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

/** Below this a reserve is low. */
const LOW_DAYS = 1;
/** A low reserve is sufficient again from here. The gap prevents repeated alarms for a reserve near the limit. */
const ENOUGH_DAYS = 1.2;

const detailOf = ({ system, free, paidADay, daysLeft }: ReserveDays) => ({
  free: `${formatAmount(free, system.scale)} ${system.currency}`,
  paid_a_day: `${formatAmount(paidADay, system.scale)} ${system.currency}`,
  days_left: String(daysLeft),
});

/** Raises an incident for every wallet that lasts less than a day (domain 11, "Alarms": "reserve low"). */
export async function watchReserves(deps: Pick<Deps, 'db' | 'clock' | 'catalogue'>, tracker: IncidentTracker): Promise<void> {
  const wallets = (await reserveDays(deps)).filter(({ daysLeft }) => daysLeft !== null && daysLeft < ENOUGH_DAYS);
  const isLow = ({ daysLeft }: ReserveDays): boolean => daysLeft !== null && daysLeft < LOW_DAYS;
  await tracker.reconcile(
    'reserve_low',
    Object.fromEntries(wallets.filter(isLow).map((reserve) => [reserve.wallet, detailOf(reserve)])),
    (subject) => wallets.some(({ wallet }) => wallet === subject),
  );
}
