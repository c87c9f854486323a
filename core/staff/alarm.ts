import type { OperatorRole } from '#core/access/access.ts';
import { INCIDENT_KINDS, type IncidentKind } from './incident.ts';
import { isLaneAlarm, LANE_ALARMS, lanesOf, rolesOfLane } from './work.ts';

/** How an alarm reaches people outside the office. The office shows every open alarm. */
export const ALARM_CHANNELS = ['mail', 'telegram'] as const;
export type AlarmChannel = (typeof ALARM_CHANNELS)[number];

interface AlarmRule {
  /** Roles that are notified. The owner always is, and is not listed. */
  readonly roles: readonly OperatorRole[];
  /** Whether money is at risk. Such an alarm cannot be switched off (domain 11). */
  readonly isCritical: boolean;
  /** Channels that carry the alarm. An alarm about a channel is never sent through that channel. */
  readonly channels: readonly AlarmChannel[];
}

const BOTH = ALARM_CHANNELS;

/** Who is notified of each kind, and how. A new kind does not compile without its rule. */
export const ALARM_RULES: Readonly<Record<IncidentKind, AlarmRule>> = {
  payout_unknown: { roles: ['cashier', 'treasurer'], isCritical: true, channels: BOTH },
  payout_contradicted: { roles: ['cashier', 'treasurer'], isCritical: true, channels: BOTH },
  payout_fault: { roles: ['cashier', 'treasurer'], isCritical: true, channels: BOTH },
  payout_lost: { roles: ['cashier', 'treasurer'], isCritical: true, channels: BOTH },
  payout_cap: { roles: ['treasurer'], isCritical: true, channels: BOTH },
  destination_corrected: { roles: ['treasurer', 'compliance'], isCritical: true, channels: BOTH },
  audit_failed: { roles: ['treasurer', 'auditor'], isCritical: true, channels: BOTH },
  books_differ: { roles: ['treasurer', 'auditor'], isCritical: true, channels: BOTH },
  payment_odd: { roles: ['cashier', 'treasurer'], isCritical: true, channels: BOTH },
  payment_reverted: { roles: ['cashier', 'treasurer', 'compliance'], isCritical: true, channels: BOTH },
  hold_late: { roles: ['compliance'], isCritical: true, channels: BOTH },
  clock_skew: { roles: ['treasurer'], isCritical: false, channels: BOTH },
  mail_undeliverable: { roles: ['support'], isCritical: false, channels: ['telegram'] },
  change_not_applied: { roles: ['treasurer'], isCritical: false, channels: BOTH },
  mail_server_away: { roles: ['support'], isCritical: false, channels: ['telegram'] },
  messenger_away: { roles: ['support'], isCritical: false, channels: ['mail'] },
  reserve_low: { roles: ['treasurer'], isCritical: false, channels: BOTH },
  // The roles of its lane are notified (`rolesOfLane`)
  queue_due: { roles: [], isCritical: false, channels: BOTH },
  queue_late: { roles: [], isCritical: false, channels: BOTH },
  pool_empty: { roles: ['cashier', 'treasurer'], isCritical: false, channels: BOTH },
  withdrawal_late: { roles: ['cashier', 'treasurer'], isCritical: true, channels: BOTH },
  support_late: { roles: ['support'], isCritical: false, channels: BOTH },
  card_check_late: { roles: ['verifier'], isCritical: false, channels: BOTH },
  // A full disk stops all writes
  disk_low: { roles: ['treasurer'], isCritical: true, channels: BOTH },
  rate_source_lost: { roles: ['treasurer'], isCritical: false, channels: BOTH },
  // No exchange depends on these statistics
  market_stats_lost: { roles: ['treasurer'], isCritical: false, channels: ['mail'] },
  webhooks_unreached: { roles: ['support', 'treasurer'], isCritical: false, channels: BOTH },
  price_missing: { roles: ['treasurer'], isCritical: false, channels: BOTH },
};

/** Kinds that the owner may switch off outside the office. */
export const SILENCEABLE_KINDS: readonly IncidentKind[] = INCIDENT_KINDS.filter((kind) => !ALARM_RULES[kind].isCritical);

/** The owner's settings of alarms. */
export interface AlarmSettings {
  readonly telegram_chat: string | null;
  /** Further addresses that receive every alarm sent by mail. */
  readonly emails: readonly string[];
  /** Whether staff without a preference are mailed alarms that are not critical. Critical ones are always mailed. */
  readonly staff_by_mail: boolean;
  readonly not_by_mail: readonly IncidentKind[];
  readonly not_by_telegram: readonly IncidentKind[];
}

/** Which people of the roles are mailed: all, those who have not opted out, or only those who opted in. */
export type MailAudience = 'all' | 'unless_declined' | 'who_asked';

/** Who is notified of a new alarm outside the office. */
export interface AlarmRecipients {
  /** Roles whose people are mailed; empty: no staff. */
  readonly staff: readonly OperatorRole[];
  readonly mailAudience: MailAudience;
  readonly emails: readonly string[];
  readonly telegram: boolean;
}

/** Who is notified of an alarm outside the office. A critical alarm ignores the kinds that are switched off. */
export function alarmRecipients({ kind, subject }: { kind: IncidentKind; subject: string }, settings: AlarmSettings): AlarmRecipients {
  const { isCritical, channels } = ALARM_RULES[kind];
  const roles = isLaneAlarm(kind) ? rolesOfLane(subject) : ALARM_RULES[kind].roles;
  const byMail = channels.includes('mail') && (isCritical || !settings.not_by_mail.includes(kind));
  const byTelegram = channels.includes('telegram') && (isCritical || !settings.not_by_telegram.includes(kind));
  return {
    staff: byMail ? [...roles, 'owner'] : [],
    mailAudience: isCritical ? 'all' : settings.staff_by_mail ? 'unless_declined' : 'who_asked',
    emails: byMail ? settings.emails : [],
    telegram: byTelegram && settings.telegram_chat !== null,
  };
}

/** Alarms of a role: `kinds` with any subject, `laneKinds` only where the subject is one of `lanes`. */
export interface RoleAlarms {
  readonly kinds: readonly IncidentKind[];
  readonly laneKinds: readonly IncidentKind[];
  readonly lanes: readonly string[];
}

/** The alarms that notify people of this role. */
export const alarmsOfRole = (role: string): RoleAlarms => ({
  kinds: INCIDENT_KINDS.filter(
    (kind) => !isLaneAlarm(kind) && (role === 'owner' || ALARM_RULES[kind].roles.some((ruleRole) => ruleRole === role)),
  ),
  laneKinds: LANE_ALARMS,
  lanes: lanesOf(role),
});
