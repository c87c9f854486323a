import { namedSubject } from '#core/incident-subject.ts';
import type { Deps } from '#server/deps.ts';
import type { AlarmMessage } from './store.ts';

/** What an alarm is about, in words where it has any; null where its kind says it all. */
export function subjectWords({ t }: Pick<Deps, 't'>, { kind, subject, locale }: AlarmMessage): string | null {
  const named = kind === null || subject === null ? undefined : namedSubject(kind, subject);
  return named === undefined ? subject : t(locale, `office.incident.subject.${named.key}`, { of: named.of ?? '' });
}
