import { formatDateTime } from '#core/format/moment.ts';
import type { Locale } from '#core/locale.ts';
import { subjectMessage } from '#core/staff/incident-subject.ts';
import { COUNTED_ALARMS } from '#core/staff/work.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { type AlarmMessage, findMessage } from './store.ts';

/** Text of an alarm's subject, with the number of waiting items for kinds that have one; null if there is neither. */
export function subjectText({ t }: Pick<Deps, 't'>, { kind, subject, waiting, locale }: AlarmMessage): string | null {
  const message = kind === null || subject === null ? undefined : subjectMessage(kind, subject);
  const text = message === undefined ? subject : t(locale, message.key, { of: message.of ?? '' });
  // In other kinds the detail `waiting` has another meaning
  const count = kind !== null && COUNTED_ALARMS.has(kind) ? waiting : null;
  const parts = [text, count].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

type MailDeps = Pick<Deps, 'db' | 'settings' | 't'>;

const titleOf = ({ t }: MailDeps, { kind, locale }: AlarmMessage): string =>
  t(locale, kind === null ? 'alarms.told.try' : `office.incident.kind.${kind}`);

function rowsOf(deps: MailDeps, message: AlarmMessage) {
  const { t } = deps;
  const { first_at: at, locale } = message;
  const subject = subjectText(deps, message);
  return [
    ...(subject === null ? [] : [{ label: t(locale, 'alarms.letter.subject'), value: subject }]),
    ...(at === null ? [] : [{ label: t(locale, 'alarms.letter.at'), value: formatDateTime(toRfc3339(at.getTime()), locale) }]),
  ];
}

/** Alarm mails to operators, with kind, subject and time. A closed incident is no longer mailed. */
export const alarmMails = (deps: MailDeps): EmailKind => ({
  mergedTexts: (locale: Locale, count) => ({
    subject: deps.t(locale, 'alarms.letter.several', { count }),
    heading: deps.t(locale, 'alarms.letter.several', { count }),
    lead: deps.t(locale, 'alarms.letter.lead'),
  }),
  async compose({ subject }) {
    const message = await findMessage(deps.db, subject);
    if (message === undefined || message.recipient === null || message.closed_at !== null) return undefined;
    const { locale } = message;
    const heading = titleOf(deps, message);
    const url = `${deps.settings.publicUrl}/office/incidents`;
    return {
      to: message.recipient,
      locale,
      email: {
        subject: deps.t(locale, 'alarms.letter.title', { what: heading }),
        heading,
        lead: deps.t(locale, 'alarms.letter.lead'),
        lines: rowsOf(deps, message),
        button: { label: deps.t(locale, 'alarms.letter.open'), url },
      },
      line: { label: subjectText(deps, message) ?? deps.t(locale, 'alarms.letter.several_line'), value: heading, url },
      footer: deps.t(locale, 'alarms.letter.footer'),
    };
  },
});
