/** What ends a state that no work lane covers. */
type EndedBy = 'nobody: it is final' | 'the customer' | 'the machine' | 'a person, who has put it so' | 'its own program';

const FINAL = 'nobody: it is final';
const MACHINE = 'the machine';
const CUSTOMER = 'the customer';

/** All states of tables that no work lane covers, with what ends them. A new state fails the test until it is added here. */
export const ENDED_BY: Readonly<Record<string, Readonly<Record<string, EndedBy>>>> = {
  'approvals.state': { approved: FINAL, declined: FINAL, overtaken: FINAL },
  'bank_lines.state': { matched: FINAL, returned: FINAL, kept: FINAL, mistaken: FINAL, split: FINAL },
  'business_requests.state': { approved: FINAL, declined: FINAL },
  'card_verifications.state': { verified: FINAL, rejected: FINAL, cancelled: FINAL },
  // `waiting` is a proposal of `approvals`; a change that could not be applied raises `change_not_applied`
  'changes.state': { waiting: MACHINE, scheduled: MACHINE, applied: FINAL, rolled_back: FINAL, cancelled: FINAL, refused: FINAL },
  'chat_threads.state': { answered: CUSTOMER, closed: FINAL },
  'data_exports.state': { queued: MACHINE, ready: CUSTOMER, failed: FINAL, taken: FINAL, over: FINAL },
  'deposits.state': { seen: MACHINE, final: FINAL, failed: FINAL, reverted: FINAL },
  'orders.status': {
    // Without a card photo it waits for the customer; with one it is in `cardChecks` and in the queue
    awaiting_verification: CUSTOMER,
    awaiting_requisites: MACHINE,
    awaiting_payment: CUSTOMER,
    // After some hours it is in the queue (`payment_stuck`)
    payment_detected: MACHINE,
    requote: CUSTOMER,
    paid: MACHINE,
    // After an hour without an approval request it is in the queue (`payout_stuck`)
    payout_pending: MACHINE,
    payout_sent: MACHINE,
    refund_pending: MACHINE,
    completed: FINAL,
    refunded: FINAL,
    expired: FINAL,
    cancelled: FINAL,
    payment_failed: FINAL,
    rejected: FINAL,
  },
  'payout_tasks.state': { sent: FINAL, failed: FINAL },
  'payouts.state': { queued: MACHINE, claimed: MACHINE, accepted: MACHINE, executed: FINAL, failed: FINAL },
  'pool_requisites.state': { active: MACHINE, frozen: 'a person, who has put it so', retired: FINAL },
  'pool_reservations.state': { held: MACHINE, late: MACHINE, received: FINAL },
  'reserve_requests.state': { notified: CUSTOMER, cancelled: FINAL, stale: FINAL },
  'reviews.state': { published: FINAL, declined: CUSTOMER, withdrawn: FINAL },
  'slots.state': { available: MACHINE, held: MACHINE, consumed: FINAL, withdrawn: FINAL },
  'webhook_deliveries.state': { pending: MACHINE, delivered: FINAL, failed: 'its own program' },
  'withdrawals.status': {
    awaiting_confirmation: CUSTOMER,
    payout_pending: MACHINE,
    payout_sent: MACHINE,
    completed: FINAL,
    expired: FINAL,
    cancelled: FINAL,
  },
};
