import { may, OPERATOR_ROLES, type OfficeAction, type OperatorRole } from './access.ts';
import type { IncidentKind } from './incident.ts';

interface LaneRule {
  /** Without it a role cannot end what waits here. */
  readonly needs: OfficeAction;
  /** Who may read what waits here sees how much it is, and is not called; by default nobody else. */
  readonly shownTo?: OfficeAction;
  /** Raised when something has waited beyond its promise; null: the lane holds alarms itself. */
  readonly alarm: IncidentKind | null;
  /** One alarm for the lane, or one for each item. */
  readonly alarmPer: 'lane' | 'item';
  /** A new item sounds in the open office and is counted in the tab's title. */
  readonly sounds: boolean;
}

/** Where work waits for people (architecture 4). The name is the office's menu entry (`office.nav.<name>`). */
export const WORK_LANES = {
  queue: { needs: 'claim_order', alarm: 'queue_late', alarmPer: 'lane', sounds: true },
  payoutTasks: { needs: 'handle_payouts', alarm: 'queue_late', alarmPer: 'lane', sounds: true },
  approvals: { needs: 'read_approvals', alarm: 'queue_late', alarmPer: 'lane', sounds: true },
  incidents: { needs: 'read_incidents', alarm: null, alarmPer: 'item', sounds: true },
  cardChecks: { needs: 'verify_cards', alarm: 'card_check_late', alarmPer: 'lane', sounds: true },
  // A conversation sounds by its own choice on each device
  chats: { needs: 'read_chat', alarm: 'support_late', alarmPer: 'lane', sounds: false },
  withdrawals: { needs: 'handle_payouts', alarm: 'withdrawal_late', alarmPer: 'item', sounds: true },
  bankLines: { needs: 'record_statements', shownTo: 'read_statements', alarm: 'queue_late', alarmPer: 'lane', sounds: true },
  reviews: { needs: 'moderate_reviews', alarm: 'queue_late', alarmPer: 'lane', sounds: false },
  businessRequests: { needs: 'change_business_requests', alarm: 'queue_late', alarmPer: 'lane', sounds: false },
  reserveRequests: { needs: 'change_reserve_requests', alarm: 'queue_late', alarmPer: 'lane', sounds: false },
  webhooks: { needs: 'change_partners', alarm: 'queue_late', alarmPer: 'lane', sounds: false },
} as const satisfies Readonly<Record<string, LaneRule>>;

export type LaneName = keyof typeof WORK_LANES;

export const LANE_NAMES = Object.keys(WORK_LANES) as [LaneName, ...LaneName[]];

export const laneRule = (name: LaneName): LaneRule => WORK_LANES[name];

/** Kinds of alarm whose subject is a lane: its people are called, nobody else's. */
export const LANE_ALARMS = ['queue_due', 'queue_late'] as const satisfies readonly IncidentKind[];
export const isLaneAlarm = (kind: IncidentKind): boolean => LANE_ALARMS.some((one) => one === kind);

/** Kinds of alarm that tell in their detail how many items wait. */
export const WAITING_KINDS: ReadonlySet<IncidentKind> = new Set([
  'queue_due',
  ...LANE_NAMES.map(laneRule).flatMap(({ alarm, alarmPer }) => (alarm === null || alarmPer === 'item' ? [] : [alarm])),
]);

/** Lanes that a role works in. */
export const lanesOf = (role: string): LaneName[] => LANE_NAMES.filter((name) => may(role, WORK_LANES[name].needs));

/** Lanes whose count a role sees: its own, and those it may read. */
export const lanesShownTo = (role: string): LaneName[] =>
  LANE_NAMES.filter((name) => may(role, laneRule(name).shownTo ?? laneRule(name).needs));

/** Roles that work in a lane, the owner apart; of an unknown subject every role that takes orders. */
export function rolesOfLane(subject: string): OperatorRole[] {
  const name = LANE_NAMES.find((one) => one === subject) ?? 'queue';
  return OPERATOR_ROLES.filter((role) => role !== 'owner' && may(role, WORK_LANES[name].needs));
}

/** The share of a promise after which people are called to what nobody has taken. */
export const CALLED_AT_SHARE = 0.5;
