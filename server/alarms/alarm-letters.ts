import { formatDateTime } from '#core/format/moment.ts';
import type { Locale } from '#core/locale.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { LetterKind } from '#server/mails/letter-kind.ts';
import { type AlarmMessage, findMessage } from './store.ts';
import { subjectWords } from './subject-words.ts';

type LetterDeps = Pick<Deps, 'db' | 'settings' | 't'>;

const wordsOf = ({ t }: LetterDeps, { kind, locale }: AlarmMessage): string =>
  t(locale, kind === null ? 'alarms.told.try' : `office.incident.kind.${kind}`);

function linesOf(deps: LetterDeps, message: AlarmMessage) {
  const { t } = deps;
  const { first_at: at, locale } = message;
  const subject = subjectWords(deps, message);
  return [
    ...(subject === null ? [] : [{ label: t(locale, 'alarms.letter.subject'), value: subject }]),
    ...(at === null ? [] : [{ label: t(locale, 'alarms.letter.at'), value: formatDateTime(toRfc3339(at.getTime()), locale) }]),
  ];
}

/** Letters that call people who work here: what it is, what it is about, since when. What is right again is not told any more. */
export const alarmLetters = (deps: LetterDeps): LetterKind => ({
  several: (locale: Locale, count) => ({
    subject: deps.t(locale, 'alarms.letter.several', { count }),
    heading: deps.t(locale, 'alarms.letter.several', { count }),
    lead: deps.t(locale, 'alarms.letter.lead'),
  }),
  async tell({ subject }) {
    const message = await findMessage(deps.db, subject);
    if (message === undefined || message.recipient === null || message.closed_at !== null) return undefined;
    const { locale } = message;
    const heading = wordsOf(deps, message);
    const url = `${deps.settings.publicUrl}/office/incidents`;
    return {
      to: message.recipient,
      locale,
      letter: {
        subject: deps.t(locale, 'alarms.letter.title', { what: heading }),
        heading,
        lead: deps.t(locale, 'alarms.letter.lead'),
        lines: linesOf(deps, message),
        button: { label: deps.t(locale, 'alarms.letter.open'), url },
      },
      line: { label: subjectWords(deps, message) ?? deps.t(locale, 'alarms.letter.several_line'), value: heading, url },
      footer: deps.t(locale, 'alarms.letter.footer'),
    };
  },
});
