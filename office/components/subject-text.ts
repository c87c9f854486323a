import type { IncidentKind } from '#core/staff/incident.ts';
import { subjectMessage } from '#core/staff/incident-subject.ts';
import type { Translation } from '#office/i18n/Translation.tsx';
import { railName } from './rail-name.ts';

/** Subject of an alarm as text; null: a name, shown as it is. */
export function subjectText(kind: IncidentKind, subject: string, t: Translation['t']): string | null {
  const named = subjectMessage(kind, subject);
  if (named === undefined) return null;
  return t(named.key, named.of === undefined ? {} : { of: railName(named.of, t) });
}
