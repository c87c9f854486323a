import { formatAmount } from '#core/money/amount.ts';
import type { Deps } from '#server/deps.ts';
import type { IncidentKeeper } from '#server/incidents/keep-incidents.ts';
import { reserveDays, type ReserveDays } from './reserve-days.ts';

/** Less than this is low. */
const LOW_DAYS = 1;
/** More than this is enough again: a reserve about the border calls once. */
const ENOUGH_DAYS = 1.2;

const detailOf = ({ system, free, paidADay, daysLeft }: ReserveDays) => ({
  free: `${formatAmount(free, system.scale)} ${system.currency}`,
  paid_a_day: `${formatAmount(paidADay, system.scale)} ${system.currency}`,
  days_left: String(daysLeft),
});

/** Calls a treasurer for every wallet that lasts less than a day (domain 11, "Alarms": "reserve low"). */
export async function watchReserves(deps: Pick<Deps, 'db' | 'clock' | 'catalogue'>, keeper: IncidentKeeper): Promise<void> {
  const wallets = (await reserveDays(deps)).filter(({ daysLeft }) => daysLeft !== null && daysLeft < ENOUGH_DAYS);
  const isLow = ({ daysLeft }: ReserveDays): boolean => daysLeft !== null && daysLeft < LOW_DAYS;
  await keeper.keep('reserve_low', Object.fromEntries(wallets.filter(isLow).map((one) => [one.wallet, detailOf(one)])), (subject) =>
    wallets.some(({ wallet }) => wallet === subject),
  );
}
