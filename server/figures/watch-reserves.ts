import { formatAmount } from '#core/money/amount.ts';
import type { Deps } from '#server/deps.ts';
import type { IncidentTracker } from '#server/incidents/incident-tracker.ts';
import { reserveDays, type ReserveDays } from './reserve-days.ts';

/** Below this a reserve is low. */
const LOW_DAYS = 1;
/** From this on it is enough again: the gap keeps a reserve near the limit from alarming repeatedly. */
const ENOUGH_DAYS = 1.2;

const detailOf = ({ system, free, paidADay, daysLeft }: ReserveDays) => ({
  free: `${formatAmount(free, system.scale)} ${system.currency}`,
  paid_a_day: `${formatAmount(paidADay, system.scale)} ${system.currency}`,
  days_left: String(daysLeft),
});

/** Raises an incident for every wallet that lasts less than a day (domain 11, "Alarms": "reserve low"). */
export async function watchReserves(deps: Pick<Deps, 'db' | 'clock' | 'catalogue'>, keeper: IncidentTracker): Promise<void> {
  const wallets = (await reserveDays(deps)).filter(({ daysLeft }) => daysLeft !== null && daysLeft < ENOUGH_DAYS);
  const isLow = ({ daysLeft }: ReserveDays): boolean => daysLeft !== null && daysLeft < LOW_DAYS;
  await keeper.reconcile(
    'reserve_low',
    Object.fromEntries(wallets.filter(isLow).map((reserve) => [reserve.wallet, detailOf(reserve)])),
    (subject) => wallets.some(({ wallet }) => wallet === subject),
  );
}
