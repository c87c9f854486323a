import { deviceName } from '#core/security/device-name.ts';
import { formatDateTime } from '#core/format/moment.ts';
import type { Locale } from '#core/locale.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind, EmailContent } from '#server/mails/email-kind.ts';
import type { EmailEntry } from '#server/mails/email.ts';
import { type SecurityEventSource, readSignUp } from '#server/sessions/record-security-event.ts';
import { findAccountOrigin, findPerson, type Person } from '#server/users/queries.ts';
import { refusalToken } from './cut-off.ts';
import { findToken, findVerifiedOwner, type Purpose, type TokenRow } from './store.ts';
import { tokenOf } from './mail-token.ts';
import { accountOfReset } from './reset-password.ts';

type EmailDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'settings' | 't'>;

/** Text and link of a mail. */
interface MailContent {
  readonly textKey: string;
  readonly path: string;
  readonly opening?: AccountOpening;
}

/** How an account was opened, and the link with which the reader of the mail refuses it. */
interface AccountOpening {
  /** The id of a sign-in provider. Null means a password. */
  readonly provider: string | null;
  readonly signUp: SecurityEventSource | undefined;
  readonly refusalPath: string;
}

const pageUrl = ({ settings }: EmailDeps, locale: Locale, path: string): string =>
  `${settings.publicUrl}${locale === 'en' ? '/en' : ''}${path}`;

/** What to mail for a token at sending time. Undefined if nothing is to be sent. */
type ComposeMail = (
  deps: EmailDeps,
  row: TokenRow,
  link: string,
) => Promise<{ readonly person: Person; readonly content: MailContent } | undefined>;

/** The account that the token belongs to, unless disabled. */
const ownerOf = async (deps: EmailDeps, { user_id: id }: TokenRow): Promise<Person | undefined> => {
  const person = id === null ? undefined : await findPerson(deps.db, id);
  return person?.isDisabled === true ? undefined : person;
};

/** An address that another account has verified gets the mail "you already have an account" instead. */
const unlessVerified =
  (
    compose: (link: string, context: { readonly deps: EmailDeps; readonly userId: string }) => MailContent | Promise<MailContent>,
  ): ComposeMail =>
  async (deps, row, link) => {
    const person = await ownerOf(deps, row);
    if (person === undefined) return undefined;
    const verified = await findVerifiedOwner(deps.db, row.email);
    return {
      person,
      content:
        verified === undefined || verified.id === person.id
          ? await compose(link, { deps, userId: person.id })
          : { textKey: 'known', path: '/sign-in' },
    };
  };

const COMPOSERS: Readonly<Record<Purpose, ComposeMail>> = {
  activate: unlessVerified(async (link, { deps, userId }) => ({
    textKey: 'activate',
    path: `/activate?token=${link}`,
    opening: {
      provider: (await findAccountOrigin(deps.db, userId))?.openedWith ?? null,
      signUp: await readSignUp(deps.db, userId),
      refusalPath: `/not-mine?token=${encodeURIComponent(refusalToken(deps, userId))}`,
    },
  })),
  change_email: unlessVerified((link) => ({ textKey: 'change_email', path: `/new-email?token=${link}` })),
  async reset(deps, row, link) {
    const person = await accountOfReset(deps, row.email);
    return person && { person, content: { textKey: 'reset', path: `/new-password?token=${link}` } };
  },
  async undo_email(deps, row, link) {
    const person = await ownerOf(deps, row);
    if (person === undefined) return undefined;
    const isUnchanged = person.email.toLowerCase() === row.email.toLowerCase();
    return { person, content: { textKey: isUnchanged ? 'email_asked' : 'email_changed', path: `/old-email?token=${link}` } };
  },
};

/** When, from where and how an account was opened, and how to refuse it. */
function openingLines(deps: EmailDeps, { provider, signUp, refusalPath }: AccountOpening, locale: Locale): EmailEntry[] {
  const t = (key: string, params?: Record<string, string>) => deps.t(locale, `account_letters.opened.${key}`, params);
  const device = signUp?.device == null ? null : deviceName(signUp.device);
  return [
    ...(signUp === undefined ? [] : [{ label: t('at'), value: t('moscow', { at: formatDateTime(toRfc3339(signUp.at), locale) }) }]),
    { label: t('with'), value: provider === null ? t('password') : t('provider', { provider }) },
    ...(device === null ? [] : [{ label: t('device'), value: device }]),
    ...(signUp?.ip == null ? [] : [{ label: t('ip'), value: signUp.ip }]),
    { label: t('not_you'), value: t('refuse'), url: pageUrl(deps, locale, refusalPath) },
  ];
}

function presentMail(
  deps: EmailDeps,
  { textKey, path, opening }: MailContent,
  { locale, to }: { readonly locale: Locale; readonly to: string },
): EmailContent {
  const t = (key: string) => deps.t(locale, `account_letters.${textKey}.${key}`);
  const url = pageUrl(deps, locale, path);
  const heading = t('heading');
  return {
    to,
    locale,
    email: {
      subject: heading,
      heading,
      lead: opening?.provider == null ? t('lead') : t('lead_provider'),
      lines: opening === undefined ? [] : openingLines(deps, opening, locale),
      button: { label: t('open'), url },
    },
    line: { label: deps.t(locale, 'account_letters.line'), value: heading, url },
    footer: t('footer'),
  };
}

/** Mails with account links. Their content is decided when they are written, not when they are requested. */
export const accountEmails = (deps: EmailDeps): EmailKind => ({
  mergedTexts: (locale, count) => ({
    subject: deps.t(locale, 'account_letters.several.subject', { count }),
    heading: deps.t(locale, 'account_letters.several.heading', { count }),
    lead: deps.t(locale, 'account_letters.several.lead'),
  }),
  async compose({ subject }) {
    const row = await findToken(deps.db, subject);
    if (row === undefined || row.expires_at.getTime() <= deps.clock.now()) return undefined;
    const mail = await COMPOSERS[row.purpose](deps, row, tokenOf(deps, row.id));
    return mail && presentMail(deps, mail.content, { locale: mail.person.locale, to: row.email });
  },
});
