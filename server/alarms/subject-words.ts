import { WAITING_KINDS } from '#core/work.ts';
import { namedSubject } from '#core/incident-subject.ts';
import type { Deps } from '#server/deps.ts';
import type { AlarmMessage } from './store.ts';

/** What an alarm is about, in words where it has any, and how many items wait; null where its kind says it all. */
export function subjectWords({ t }: Pick<Deps, 't'>, { kind, subject, waiting, locale }: AlarmMessage): string | null {
  const named = kind === null || subject === null ? undefined : namedSubject(kind, subject);
  const words = named === undefined ? subject : t(locale, named.key, { of: named.of ?? '' });
  // Other kinds say something else by this detail
  const count = kind !== null && WAITING_KINDS.has(kind) ? waiting : null;
  const parts = [words, count].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}
