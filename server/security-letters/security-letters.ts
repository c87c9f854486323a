import { isOperatorRole } from '#core/access.ts';
import { deviceName } from '#core/device-name.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { LetterKind, News } from '#server/mails/letter-kind.ts';
import type { LetterLine } from '#server/mails/letter.ts';
import { noteNews } from '#server/mails/note-news.ts';
import { disavowalToken } from '#server/sessions/disavow.ts';
import { type ReadEvent, readSecurityEvent, type TellPerson } from '#server/sessions/note-event.ts';
import { findPerson, type Person } from '#server/users/find-person.ts';

/** Name of the kind; news is noted under it. */
export const SECURITY_LETTER = 'security';

/** Notes a letter about the door of somebody's account: each event is news of its own, none takes another's place. */
export const tellBySecurityLetter =
  (deps: Pick<Deps, 'clock'>): TellPerson =>
  async (tx, { eventId, userId, topic }) => {
    const user = await findPerson(tx, userId);
    if (user === undefined) return;
    const now = deps.clock.now();
    await noteNews(tx, {
      kind: SECURITY_LETTER,
      subject: eventId,
      recipient: user.email,
      version: 1,
      topic,
      isPaid: false,
      changedAt: now,
      dueAt: now,
    });
  };

type LetterDeps = Pick<Deps, 'db' | 'settings' | 't' | 'secrets'>;

/** A page of a customer in his language. */
const pageOf = ({ settings }: LetterDeps, { locale }: Person, path: string): string =>
  `${settings.publicUrl}${locale === 'ru' ? '' : `/${locale}`}${path}`;

/** Where his account is looked after: the office for those who work here. */
const accountOf = (deps: LetterDeps, person: Person): string =>
  isOperatorRole(person.role) ? `${deps.settings.publicUrl}/office/account` : pageOf(deps, person, '/account/security');

/** What to do about it: a customer who was told of a new device may say that it was not he. */
function buttonOf(deps: LetterDeps, person: Person, { subject, topic }: Pick<News, 'subject' | 'topic'>) {
  if (topic === 'programs_cut_off')
    return { label: deps.t(person.locale, 'security_letters.open_keys'), url: pageOf(deps, person, '/account/earnings/api') };
  if (topic !== 'new_device' || isOperatorRole(person.role))
    return { label: deps.t(person.locale, 'security_letters.open'), url: accountOf(deps, person) };
  const query = `?token=${encodeURIComponent(disavowalToken(deps, subject))}`;
  return { label: deps.t(person.locale, 'security_letters.not_me'), url: pageOf(deps, person, `/not-me${query}`) };
}

function linesOf(deps: LetterDeps, event: ReadEvent, { locale }: Person): LetterLine[] {
  const t = (key: string, params?: Record<string, string>) => deps.t(locale, `security_letters.${key}`, params);
  const device = event.device === null ? null : deviceName(event.device);
  return [
    { label: t('line.at'), value: t('moscow', { at: formatDateTime(toRfc3339(event.at), locale) }) },
    ...(device === null ? [] : [{ label: t('line.device'), value: device }]),
    ...(event.ip === null ? [] : [{ label: t('line.ip'), value: event.ip }]),
  ];
}

/** The letters about the door of an account: what happened, when, from where. */
export const securityLetters = (deps: LetterDeps): LetterKind => ({
  several: (locale, count) => ({
    subject: deps.t(locale, 'security_letters.several.subject', { count }),
    heading: deps.t(locale, 'security_letters.several.heading', { count }),
    lead: deps.t(locale, 'security_letters.several.lead'),
  }),
  async tell({ subject, topic }) {
    const event = await readSecurityEvent(deps.db, subject);
    const user = event && (await findPerson(deps.db, event.userId));
    if (event === undefined || user === undefined) return undefined;
    const { locale } = user;
    const heading = deps.t(locale, `security_letters.topic.${topic}.heading`);
    return {
      to: user.email,
      locale,
      letter: {
        subject: heading,
        heading,
        lead: deps.t(locale, `security_letters.topic.${topic}.lead`),
        lines: linesOf(deps, event, user),
        button: buttonOf(deps, user, { subject, topic }),
      },
      line: { label: deps.t(locale, 'security_letters.line.several'), value: heading, url: accountOf(deps, user) },
      footer: deps.t(locale, 'security_letters.footer'),
    };
  },
});
