import type { IncidentKind } from './incident.ts';
import { EQUATIONS } from './ledger/equations.ts';
import { isLaneAlarm, LANE_NAMES } from './work.ts';

/** What the nightly audit checks beside the books: a key for its words, and the name that alarms are raised with. */
export const AUDITED = { log: 'audit log', card_photos: 'card photos', itself: 'the audit itself' } as const;

const LIST_OF = 'list of ';

/** The subject of an alarm that a rail's own list of its payments could not be had. */
export const listOf = (rail: string): string => `${LIST_OF}${rail}`;

/** A subject that has words: the key of the message, and whose it is where it is somebody's. */
export interface NamedSubject {
  readonly key: string;
  readonly of?: string;
}

const WORDS = 'office.incident.subject';

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries({ ...EQUATIONS, ...AUDITED }).map(([key, name]) => [name, key]));

/** Every name of `office.incident.subject`. */
export const SUBJECT_KEYS: readonly string[] = [...NAMES.values(), 'list'];

/** What an alarm is about, where that is none of somebody's names: the books' equations, lanes and the like are told in words. */
export function namedSubject(kind: IncidentKind, subject: string): NamedSubject | undefined {
  if (isLaneAlarm(kind)) return LANE_NAMES.some((lane) => lane === subject) ? { key: `office.nav.${subject}` } : undefined;
  if (kind !== 'audit_failed') return undefined;
  if (subject.startsWith(LIST_OF)) return { key: `${WORDS}.list`, of: subject.slice(LIST_OF.length) };
  const key = NAMES.get(subject);
  return key === undefined ? undefined : { key: `${WORDS}.${key}` };
}
