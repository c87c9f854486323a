import type { OperatorRole } from './access.ts';
import { INCIDENT_KINDS, type IncidentKind } from './incident.ts';
import { isLaneAlarm, LANE_ALARMS, lanesOf, rolesOfLane } from './work.ts';

/** How an alarm reaches people who have no office open. In the office every alarm stands always. */
export const ALARM_WAYS = ['mail', 'telegram'] as const;
export type AlarmWay = (typeof ALARM_WAYS)[number];

interface AlarmRule {
  /** Who is called. The owner is always and is not repeated here. */
  readonly roles: readonly OperatorRole[];
  /** Money is in it: nobody can switch it off (domain 11). */
  readonly matters: boolean;
  /** The ways it goes. An alarm about a way never goes that way: it would call for itself. */
  readonly ways: readonly AlarmWay[];
}

const BOTH = ALARM_WAYS;

/** Whom each kind calls and how. Total: a new kind does not compile until it has its people. */
export const ALARM_RULES: Readonly<Record<IncidentKind, AlarmRule>> = {
  payout_unknown: { roles: ['cashier', 'treasurer'], matters: true, ways: BOTH },
  payout_contradicted: { roles: ['cashier', 'treasurer'], matters: true, ways: BOTH },
  payout_cap: { roles: ['treasurer'], matters: true, ways: BOTH },
  destination_corrected: { roles: ['treasurer', 'compliance'], matters: true, ways: BOTH },
  audit_failed: { roles: ['treasurer', 'auditor'], matters: true, ways: BOTH },
  books_differ: { roles: ['treasurer', 'auditor'], matters: true, ways: BOTH },
  payment_odd: { roles: ['cashier', 'treasurer'], matters: true, ways: BOTH },
  payment_reverted: { roles: ['cashier', 'treasurer', 'compliance'], matters: true, ways: BOTH },
  hold_late: { roles: ['compliance'], matters: true, ways: BOTH },
  clock_skew: { roles: ['treasurer'], matters: false, ways: BOTH },
  mail_undeliverable: { roles: ['support'], matters: false, ways: ['telegram'] },
  change_not_applied: { roles: ['treasurer'], matters: false, ways: BOTH },
  mail_server_away: { roles: ['support'], matters: false, ways: ['telegram'] },
  messenger_away: { roles: ['support'], matters: false, ways: ['mail'] },
  reserve_low: { roles: ['treasurer'], matters: false, ways: BOTH },
  // Whose lane it is (`rolesOfLane`)
  queue_due: { roles: [], matters: false, ways: BOTH },
  queue_late: { roles: [], matters: false, ways: BOTH },
  pool_empty: { roles: ['cashier', 'treasurer'], matters: false, ways: BOTH },
  withdrawal_late: { roles: ['cashier', 'treasurer'], matters: true, ways: BOTH },
  support_late: { roles: ['support'], matters: false, ways: BOTH },
  card_check_late: { roles: ['verifier'], matters: false, ways: BOTH },
  // Nothing is taken or kept on a full disk
  disk_low: { roles: ['treasurer'], matters: true, ways: BOTH },
  rate_source_lost: { roles: ['treasurer'], matters: false, ways: BOTH },
  // Nothing is exchanged by them
  market_stats_lost: { roles: ['treasurer'], matters: false, ways: ['mail'] },
  webhooks_unreached: { roles: ['support', 'treasurer'], matters: false, ways: BOTH },
  price_missing: { roles: ['treasurer'], matters: false, ways: BOTH },
};

/** What an owner may switch off outside the office. */
export const SILENCEABLE_KINDS: readonly IncidentKind[] = INCIDENT_KINDS.filter((kind) => !ALARM_RULES[kind].matters);

/** What the owner says of alarms. */
export interface AlarmSettings {
  readonly telegram_chat: string | null;
  /** Further addresses that get every alarm that goes by mail. */
  readonly emails: readonly string[];
  /** Whether staff who have not said what they want are mailed of what does not matter so much; of what does they always are. */
  readonly staff_by_mail: boolean;
  readonly not_by_mail: readonly IncidentKind[];
  readonly not_by_telegram: readonly IncidentKind[];
}

/** Who of the roles gets a letter: everybody, those who have not declined, those who have asked for it. */
export type Mailed = 'all' | 'unless_declined' | 'who_asked';

/** Whom an opening calls outside the office. */
export interface AlarmCall {
  /** Roles whose people get a letter; empty: none of the staff. */
  readonly staff: readonly OperatorRole[];
  readonly mailed: Mailed;
  readonly emails: readonly string[];
  readonly telegram: boolean;
}

/** Whom an alarm calls outside the office. What matters goes its ways whatever the settings say. */
export function alarmCall({ kind, subject }: { kind: IncidentKind; subject: string }, settings: AlarmSettings): AlarmCall {
  const { matters, ways } = ALARM_RULES[kind];
  const roles = isLaneAlarm(kind) ? rolesOfLane(subject) : ALARM_RULES[kind].roles;
  const byMail = ways.includes('mail') && (matters || !settings.not_by_mail.includes(kind));
  const byTelegram = ways.includes('telegram') && (matters || !settings.not_by_telegram.includes(kind));
  return {
    staff: byMail ? [...roles, 'owner'] : [],
    mailed: matters ? 'all' : settings.staff_by_mail ? 'unless_declined' : 'who_asked',
    emails: byMail ? settings.emails : [],
    telegram: byTelegram && settings.telegram_chat !== null,
  };
}

/** Which alarms call a role: kinds whatever they are about, and lanes of the kinds that are about a lane. */
export interface Calling {
  readonly kinds: readonly IncidentKind[];
  readonly laneKinds: readonly IncidentKind[];
  readonly lanes: readonly string[];
}

/** The alarms that call somebody of this role. */
export const callingOf = (role: string): Calling => ({
  kinds: INCIDENT_KINDS.filter((kind) => !isLaneAlarm(kind) && (role === 'owner' || ALARM_RULES[kind].roles.some((one) => one === role))),
  laneKinds: LANE_ALARMS,
  lanes: lanesOf(role),
});
