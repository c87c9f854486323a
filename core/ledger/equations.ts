/**
 * Equations that always hold in the ledger (domain 5 "Always true", 6): message key (`office.incident.subject`), and name in logs,
 * reports and alarms.
 */
export const EQUATIONS = {
  transfers_balance: 'every transfer sums to zero per asset',
  balances_kept: 'kept balance of an account = its entries',
  referrals_counted: 'kept number of counted referrals = referrals that count',
  figures_counted: 'counted figures of a past day or month = those of its orders',
  reserves_posted: 'cached balance = recomputed balance',
  reserves_held: 'cached holds = open holds',
  promises_covered: 'never more promised than there is',
  orders_settled: 'order_in and order_out are zero in a final state',
  withdrawals_settled: 'what a withdrawal owes is zero in a final state',
  purses_withdrawn: 'what has left purses = withdrawals that were confirmed and not returned',
  earnings_posted: 'earnings that stand = what was posted of them, by purse and by order',
  earnings_due: 'nothing is owed of an order that was not completed, and what was taken back is',
  holds_told: 'holds exist only in non-final states, as their order or withdrawal says',
  payouts_single: 'at most one live payout per order or withdrawal',
  payouts_of_completed: 'a completed order or withdrawal has exactly one executed payout of its outcome amount',
  payouts_completed: 'no executed payout without its order or withdrawal completed (or refund without refunded)',
  deposits_credited: 'money credited to an order = deposits posted for it',
  final_money_booked: 'booked of an order = the final money of it, once agreed; never more without the word of an operator',
  orders_booked: 'what an order says of its money = what is booked of it: credited, returned and kept, less what was lost',
  final_money_owned: 'final money belongs to an order',
  transit_paid: 'money in transit = payouts under way',
  refunds_told: 'a refund is what was credited less what is kept of it, and no order keeps more than it had',
  surplus_told: 'surplus given back = executed returns of it, and never more is on its way than there is',
  timelines_told: 'the timeline tells every state change',
} as const satisfies Readonly<Record<string, string>>;
export type EquationKey = keyof typeof EQUATIONS;
