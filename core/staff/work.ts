import { oneOf } from '#core/closed-list.ts';
import { may, OPERATOR_ROLES, type OfficeAction, type OperatorRole } from '#core/access/access.ts';
import type { IncidentKind } from './incident.ts';

interface LaneRule {
  /** The permission to finish items of this lane. */
  readonly needs: OfficeAction;
  /** Roles with this permission also see the number of items, but are not notified. */
  readonly alsoShownTo?: OfficeAction;
  /** The alarm when an item has waited longer than promised. Null if the items of the lane are alarms themselves. */
  readonly alarm: IncidentKind | null;
  /** Whether one alarm is raised for the whole lane, or one per item. */
  readonly alarmPer: 'lane' | 'item';
  /** Whether a new item plays a sound in the open office and is counted in the tab's title. */
  readonly sounds: boolean;
}

/** Queues of work for people (architecture 4). The name is the office's menu entry (`office.nav.<name>`). */
export const WORK_LANES = {
  queue: { needs: 'claim_order', alarm: 'queue_late', alarmPer: 'lane', sounds: true },
  payoutTasks: { needs: 'handle_payouts', alarm: 'queue_late', alarmPer: 'lane', sounds: true },
  approvals: { needs: 'read_approvals', alarm: 'queue_late', alarmPer: 'lane', sounds: true },
  incidents: { needs: 'read_incidents', alarm: null, alarmPer: 'item', sounds: true },
  cardChecks: { needs: 'verify_cards', alarm: 'card_check_late', alarmPer: 'lane', sounds: true },
  // Chats have a sound setting of their own on each device
  chats: { needs: 'read_chat', alarm: 'support_late', alarmPer: 'lane', sounds: false },
  withdrawals: { needs: 'handle_payouts', alarm: 'withdrawal_late', alarmPer: 'item', sounds: true },
  bankLines: { needs: 'record_statements', alsoShownTo: 'read_statements', alarm: 'queue_late', alarmPer: 'lane', sounds: true },
  reviews: { needs: 'moderate_reviews', alarm: 'queue_late', alarmPer: 'lane', sounds: false },
  businessRequests: { needs: 'change_business_requests', alarm: 'queue_late', alarmPer: 'lane', sounds: false },
  reserveRequests: { needs: 'change_reserve_requests', alarm: 'queue_late', alarmPer: 'lane', sounds: false },
  webhooks: { needs: 'change_partners', alarm: 'queue_late', alarmPer: 'lane', sounds: false },
} as const satisfies Readonly<Record<string, LaneRule>>;

export type LaneName = keyof typeof WORK_LANES;

export const LANE_NAMES = Object.keys(WORK_LANES) as [LaneName, ...LaneName[]];

export const laneRule = (name: LaneName): LaneRule => WORK_LANES[name];

/** Kinds of alarm whose subject is a lane. They notify the people of that lane. */
export const LANE_ALARMS = ['queue_due', 'queue_late'] as const satisfies readonly IncidentKind[];
export const isLaneAlarm = (kind: IncidentKind): boolean => LANE_ALARMS.some((laneAlarm) => laneAlarm === kind);

/** Kinds of alarm whose detail contains the number of waiting items. */
export const COUNTED_ALARMS: ReadonlySet<IncidentKind> = new Set([
  'queue_due',
  ...LANE_NAMES.map(laneRule).flatMap(({ alarm, alarmPer }) => (alarm === null || alarmPer === 'item' ? [] : [alarm])),
]);

/** Lanes in which a role works. */
export const lanesOf = (role: string): LaneName[] => LANE_NAMES.filter((name) => may(role, WORK_LANES[name].needs));

/** Lanes whose count a role sees: its own, and those it may read. */
export const visibleLanes = (role: string): LaneName[] =>
  LANE_NAMES.filter((name) => may(role, laneRule(name).alsoShownTo ?? laneRule(name).needs));

/** Roles that work in a lane, without the owner. For an unknown lane, the roles of the order queue. */
export function rolesOfLane(subject: string): OperatorRole[] {
  const name = oneOf(LANE_NAMES, subject) ?? 'queue';
  return OPERATOR_ROLES.filter((role) => role !== 'owner' && may(role, WORK_LANES[name].needs));
}

/** Share of the promised time after which people are notified of an item that no one has taken. */
export const ALARM_AT_SHARE = 0.5;
