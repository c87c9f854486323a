import type { IncidentKind } from './incident.ts';
import { EQUATIONS } from '#core/ledger/equations.ts';
import { isLaneAlarm, LANE_NAMES } from './work.ts';

/** Checks of the nightly audit that are not equations of the ledger: the message key, and the name that is the alarm's subject. */
export const AUDIT_SUBJECTS = {
  log: 'audit log',
  ledger_chain: 'ledger chain',
  card_photos: 'card photos',
  itself: 'the audit itself',
} as const;

/** Why payments are held (`hold_late`): one alarm each, however many orders wait. */
export const LATE_HOLDS = ['compliance_hold', 'payout_review'] as const;
export type LateHold = (typeof LATE_HOLDS)[number];

const PROVIDER_LIST_PREFIX = 'list of ';

/** The subject of the alarm that a rail's own list of payments is unavailable. */
export const providerListSubject = (rail: string): string => `${PROVIDER_LIST_PREFIX}${rail}`;

/** A subject that is shown as a message: its key, and the rail's name for a list. */
export interface SubjectMessage {
  readonly key: string;
  readonly of?: string;
}

const MESSAGE_PREFIX = 'office.incident.subject';

const KEY_BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...EQUATIONS, ...AUDIT_SUBJECTS }).map(([key, name]) => [name, key]),
);

/** Every key under `office.incident.subject`. */
export const SUBJECT_KEYS: readonly string[] = [...KEY_BY_NAME.values(), 'list', ...LATE_HOLDS];

/** The message for the subject of an alarm. Undefined if the subject itself (an id, a name) is shown. */
export function subjectMessage(kind: IncidentKind, subject: string): SubjectMessage | undefined {
  if (isLaneAlarm(kind)) return LANE_NAMES.some((lane) => lane === subject) ? { key: `office.nav.${subject}` } : undefined;
  if (kind === 'hold_late') return LATE_HOLDS.some((cause) => cause === subject) ? { key: `${MESSAGE_PREFIX}.${subject}` } : undefined;
  if (kind !== 'audit_failed') return undefined;
  if (subject.startsWith(PROVIDER_LIST_PREFIX)) return { key: `${MESSAGE_PREFIX}.list`, of: subject.slice(PROVIDER_LIST_PREFIX.length) };
  const key = KEY_BY_NAME.get(subject);
  return key === undefined ? undefined : { key: `${MESSAGE_PREFIX}.${key}` };
}
