import type { IncidentKind } from '#core/incident.ts';
import { namedSubject } from '#core/incident-subject.ts';
import type { Words } from '#office/words/Words.tsx';
import { railWords } from './rail-words.ts';

/** What an alarm is about, in words where it has any; null: a name, told as it is. */
export function subjectWords(kind: IncidentKind, subject: string, t: Words['t']): string | null {
  const named = namedSubject(kind, subject);
  if (named === undefined) return null;
  return t(named.key, named.of === undefined ? {} : { of: railWords(named.of, t) });
}
