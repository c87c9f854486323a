import { isOperatorRole } from '#core/access/access.ts';
import { deviceName } from '#core/security/device-name.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind, News } from '#server/mails/email-kind.ts';
import type { EmailEntry } from '#server/mails/email.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import { disavowalToken } from '#server/sessions/disavow.ts';
import { type SecurityEventSource, readSecurityEvent, type NotifyUser } from '#server/sessions/record-security-event.ts';
import { findPerson, type Person } from '#server/users/queries.ts';

/** Kind of mail news. */
export const SECURITY_EMAIL = 'security';

/** Mails a security event to the account's owner; every event is news of its own. */
export const notifyBySecurityMail =
  (deps: Pick<Deps, 'clock'>): NotifyUser =>
  async (tx, { eventId, userId, topic }) => {
    const user = await findPerson(tx, userId);
    if (user === undefined) return;
    const now = deps.clock.now();
    await queueNews(tx, {
      kind: SECURITY_EMAIL,
      subject: eventId,
      recipient: user.email,
      version: 1,
      topic,
      isPaid: false,
      changedAt: now,
      dueAt: now,
    });
  };

type EmailDeps = Pick<Deps, 'db' | 'settings' | 't' | 'secrets'>;

/** A page of the site in the user's locale. */
const pageUrl = ({ settings }: EmailDeps, { locale }: Person, path: string): string =>
  `${settings.publicUrl}${locale === 'ru' ? '' : `/${locale}`}${path}`;

/** The account's security page; operators' is in the office. */
const securityPageUrl = (deps: EmailDeps, person: Person): string =>
  isOperatorRole(person.role) ? `${deps.settings.publicUrl}/office/account` : pageUrl(deps, person, '/account/security');

/** The mail's action: a customer can disavow a sign-in from a new device. */
function buttonOf(deps: EmailDeps, person: Person, { subject, topic }: Pick<News, 'subject' | 'topic'>) {
  if (topic === 'programs_cut_off')
    return { label: deps.t(person.locale, 'security_letters.open_keys'), url: pageUrl(deps, person, '/account/earnings/api') };
  if (topic !== 'new_device' || isOperatorRole(person.role))
    return { label: deps.t(person.locale, 'security_letters.open'), url: securityPageUrl(deps, person) };
  const query = `?token=${encodeURIComponent(disavowalToken(deps, subject))}`;
  return { label: deps.t(person.locale, 'security_letters.not_me'), url: pageUrl(deps, person, `/not-me${query}`) };
}

function linesOf(deps: EmailDeps, event: SecurityEventSource, { locale }: Person): EmailEntry[] {
  const t = (key: string, params?: Record<string, string>) => deps.t(locale, `security_letters.${key}`, params);
  const device = event.device === null ? null : deviceName(event.device);
  return [
    { label: t('line.at'), value: t('moscow', { at: formatDateTime(toRfc3339(event.at), locale) }) },
    ...(device === null ? [] : [{ label: t('line.device'), value: device }]),
    ...(event.ip === null ? [] : [{ label: t('line.ip'), value: event.ip }]),
  ];
}

/** Mails about security events: what happened, when, from where. */
export const securityEmails = (deps: EmailDeps): EmailKind => ({
  mergedTexts: (locale, count) => ({
    subject: deps.t(locale, 'security_letters.several.subject', { count }),
    heading: deps.t(locale, 'security_letters.several.heading', { count }),
    lead: deps.t(locale, 'security_letters.several.lead'),
  }),
  async compose({ subject, topic }) {
    const event = await readSecurityEvent(deps.db, subject);
    const user = event && (await findPerson(deps.db, event.userId));
    if (event === undefined || user === undefined) return undefined;
    const { locale } = user;
    const heading = deps.t(locale, `security_letters.topic.${topic}.heading`);
    return {
      to: user.email,
      locale,
      email: {
        subject: heading,
        heading,
        lead: deps.t(locale, `security_letters.topic.${topic}.lead`),
        lines: linesOf(deps, event, user),
        button: buttonOf(deps, user, { subject, topic }),
      },
      line: { label: deps.t(locale, 'security_letters.line.several'), value: heading, url: securityPageUrl(deps, user) },
      footer: deps.t(locale, 'security_letters.footer'),
    };
  },
});
