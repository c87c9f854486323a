/**
 * What calls a person (domain 11, "Alarms"). A closed list: a new kind needs its words in both languages (`office.incident.kind`).
 * Every kind has one subject that it is about: an order, a payout, a payment system, a process.
 */
export const INCIDENT_KINDS = [
  /** Nobody can tell for ten minutes what became of a payout; subject: our reference. */
  'payout_unknown',
  /** A final payout is told the other way by its provider; subject: our reference. */
  'payout_contradicted',
  /** A wallet has paid as much as may leave it by itself; subject: the wallet. */
  'payout_cap',
  /** A payout goes elsewhere than its customer first said, by the word of two operators; subject: the order. */
  'destination_corrected',
  /** An equation of the ledger does not hold; subject: the equation. */
  'audit_failed',
  /** The books and a provider's own list differ; subject: the rail and its reference. */
  'books_differ',
  /** Money that was taken as received went back; subject: the order. */
  'payment_reverted',
  /** Money at a provider does not fit the order it is said to pay, and counts as nothing; subject: the order. */
  'payment_odd',
  /** Money that a check holds is not decided about by the time its customer was promised; subject: the order. */
  'hold_late',
  /** A process's own clock is off; subject: the process. */
  'clock_skew',
  /** A letter that no server will take for its address; subject: what it told of, an order or another noun's. */
  'mail_undeliverable',
  /** A dated change could not be applied at its time; subject: the change. */
  'change_not_applied',
  /** There is no mail server to speak with; subject: the server. */
  'mail_server_away',
  /** Alarms do not arrive in the shop's chat; subject: the messenger. */
  'messenger_away',
  /** A wallet lasts less than a day at the pace of the last week's payouts; subject: the wallet. */
  'reserve_low',
  /** No requisite is free for new orders, their directions are closed; subject: the payment system. */
  'pool_empty',
  /** Half of a promise is over and nobody has taken what waits; subject: the lane (`core/work.ts`). */
  'queue_due',
  /** Something waits for a person longer than was promised; subject: the lane (`core/work.ts`). */
  'queue_late',
  /** A withdrawal is later than promised, or could not be paid; subject: the withdrawal. */
  'withdrawal_late',
  /** A card waits for a verifier longer than is promised; subject: the queue of cards. */
  'card_check_late',
  /** Customers wait for an answer in the chat longer than is promised; subject: the inbox. */
  'support_late',
  /** A disk that this shop writes to is nearly full; subject: the machine. */
  'disk_low',
  /** A rate source gives no answer; subject: the source. */
  'rate_source_lost',
  /** The provider of crypto statistics has failed until what is shown is old; subject: the provider. */
  'market_stats_lost',
  /** A symbol has no trustworthy price, its directions are closed; subject: the symbol. */
  'price_missing',
  /** No partner's server can be reached any more; subject: all of them. */
  'webhooks_unreached',
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** Kinds that have one subject for ever, with a name in code alone: to people the kind says it all. */
export const SUBJECT_UNTOLD: ReadonlySet<IncidentKind> = new Set(['card_check_late', 'support_late', 'webhooks_unreached']);
