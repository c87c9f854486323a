import { COUNTED_ALARMS } from '#core/staff/work.ts';
import { subjectMessage } from '#core/staff/incident-subject.ts';
import type { Deps } from '#server/deps.ts';
import type { AlarmMessage } from './store.ts';

/** Text of an alarm's subject and the number of waiting items; null if the kind says everything. */
export function subjectText({ t }: Pick<Deps, 't'>, { kind, subject, waiting, locale }: AlarmMessage): string | null {
  const message = kind === null || subject === null ? undefined : subjectMessage(kind, subject);
  const text = message === undefined ? subject : t(locale, message.key, { of: message.of ?? '' });
  // Other kinds use this detail differently
  const count = kind !== null && COUNTED_ALARMS.has(kind) ? waiting : null;
  const parts = [text, count].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}
