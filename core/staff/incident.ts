/**
 * Kinds of alarm (domain 11, "Alarms"), each with one subject: order, payout, payment system or process. Each kind needs its label in both
 * languages (`office.incident.kind`).
 */
export const INCIDENT_KINDS = [
  /** The result of a payout has been unknown for ten minutes; subject: our reference. */
  'payout_unknown',
  /** The provider contradicts the final result of a payout; subject: our reference. */
  'payout_contradicted',
  /** A rail cannot continue a payout because of a fault; subject: our reference. */
  'payout_fault',
  /** The transaction of an executed payout has left the chain; subject: our reference. */
  'payout_lost',
  /** A wallet has reached the cap of automatic payouts; subject: the wallet. */
  'payout_cap',
  /** Two operators changed the destination of a payout; subject: the order. */
  'destination_corrected',
  /** An equation of the ledger does not hold; subject: the equation. */
  'audit_failed',
  /** The ledger and a provider's own list differ; subject: the rail and its reference. */
  'books_differ',
  /** Money that was taken as received was reversed; subject: the order. */
  'payment_reverted',
  /** Money at a provider does not match its order and is not counted; subject: the order. */
  'payment_odd',
  /** Money held by a check is not decided about by the promised time; subject: the order. */
  'hold_late',
  /** The clock of a process is off; subject: the process. */
  'clock_skew',
  /** No server accepts an e-mail for its address; subject: the order or record that the e-mail is about. */
  'mail_undeliverable',
  /** A dated change could not be applied at its time; subject: the change. */
  'change_not_applied',
  /** The mail server cannot be reached; subject: the server. */
  'mail_server_away',
  /** Alarms do not arrive in the shop's chat; subject: the messenger. */
  'messenger_away',
  /** A wallet lasts less than a day at the pace of last week's payouts; subject: the wallet. */
  'reserve_low',
  /** No requisite is free for new orders, so its directions are closed; subject: the payment system. */
  'pool_empty',
  /** Half of the promised time is over and no one has taken the item; subject: the lane (`core/staff/work.ts`). */
  'queue_due',
  /** An item has waited longer than promised; subject: the lane (`core/staff/work.ts`). */
  'queue_late',
  /** A withdrawal is later than promised, or could not be paid; subject: the withdrawal. */
  'withdrawal_late',
  /** A card has waited for a verifier longer than promised; subject: the queue of cards. */
  'card_check_late',
  /** Customers have waited for an answer in the chat longer than promised; subject: the inbox. */
  'support_late',
  /** A disk that the service writes to is nearly full; subject: the machine. */
  'disk_low',
  /** A rate source does not answer; subject: the source. */
  'rate_source_lost',
  /** The provider of crypto statistics has failed until the shown data is old; subject: the provider. */
  'market_stats_lost',
  /** A symbol has no reliable price, so its directions are closed; subject: the symbol. */
  'price_missing',
  /** No partner's server can be reached; subject: all of them. */
  'webhooks_unreached',
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** Kinds with one fixed subject, which is not displayed. */
export const KINDS_WITHOUT_SUBJECT: ReadonlySet<IncidentKind> = new Set(['card_check_late', 'support_late', 'webhooks_unreached']);
