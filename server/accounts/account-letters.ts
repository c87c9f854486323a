import { deviceName } from '#core/device-name.ts';
import { formatDateTime } from '#core/format/moment.ts';
import type { Locale } from '#core/locale.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { LetterKind, Story } from '#server/mails/letter-kind.ts';
import type { LetterLine } from '#server/mails/letter.ts';
import { type ReadEvent, readSignUp } from '#server/sessions/note-event.ts';
import { findPerson, type Person } from '#server/users/find-person.ts';
import { findOpening } from '#server/users/opening.ts';
import { refusalToken } from './refuse-account.ts';
import { findProven } from './store.ts';
import { tokenOf } from './mailed-token.ts';
import { accountOfReset } from './reset-password.ts';
import { findToken, type Purpose, type TokenRow } from './token-store.ts';

type LetterDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'settings' | 't'>;

/** What a letter says and where its button leads. */
interface Said {
  readonly words: string;
  readonly path: string;
  readonly openedBy?: OpenedBy;
}

/** Who opened an account, as far as anybody knows, and the link by which the reader refuses it. */
interface OpenedBy {
  /** Id of a sign-in provider; null: a password. */
  readonly provider: string | null;
  readonly signUp: ReadEvent | undefined;
  readonly refusal: string;
}

const pageOf = ({ settings }: LetterDeps, locale: Locale, path: string): string =>
  `${settings.publicUrl}${locale === 'en' ? '/en' : ''}${path}`;

/** What is told of a link now; undefined: nothing. */
type Tell = (deps: LetterDeps, row: TokenRow, link: string) => Promise<{ readonly person: Person; readonly said: Said } | undefined>;

/** Whose account a link is of, where it is one's own. */
const ownerOf = async (deps: LetterDeps, { user_id: id }: TokenRow): Promise<Person | undefined> => {
  const person = id === null ? undefined : await findPerson(deps.db, id);
  return person?.isDisabled === true ? undefined : person;
};

/** An address that has an account already is told so where only its owner reads it. */
const unlessProven =
  (said: (link: string, of: { readonly deps: LetterDeps; readonly userId: string }) => Said | Promise<Said>): Tell =>
  async (deps, row, link) => {
    const person = await ownerOf(deps, row);
    if (person === undefined) return undefined;
    const proven = await findProven(deps.db, row.email);
    return {
      person,
      said:
        proven === undefined || proven.id === person.id
          ? await said(link, { deps, userId: person.id })
          : { words: 'known', path: '/sign-in' },
    };
  };

const TELLS: Readonly<Record<Purpose, Tell>> = {
  activate: unlessProven(async (link, { deps, userId }) => ({
    words: 'activate',
    path: `/activate?token=${link}`,
    openedBy: {
      provider: (await findOpening(deps.db, userId))?.openedWith ?? null,
      signUp: await readSignUp(deps.db, userId),
      refusal: `/not-mine?token=${encodeURIComponent(refusalToken(deps, userId))}`,
    },
  })),
  change_email: unlessProven((link) => ({ words: 'change_email', path: `/new-email?token=${link}` })),
  async reset(deps, row, link) {
    const person = await accountOfReset(deps, row.email);
    return person && { person, said: { words: 'reset', path: `/new-password?token=${link}` } };
  },
  async undo_email(deps, row, link) {
    const person = await ownerOf(deps, row);
    if (person === undefined) return undefined;
    const isStill = person.email.toLowerCase() === row.email.toLowerCase();
    return { person, said: { words: isStill ? 'email_asked' : 'email_changed', path: `/old-email?token=${link}` } };
  },
};

/** When, from where and how an account was opened, and how to refuse it. */
function openingLines(deps: LetterDeps, { provider, signUp, refusal }: OpenedBy, locale: Locale): LetterLine[] {
  const t = (key: string, params?: Record<string, string>) => deps.t(locale, `account_letters.opened.${key}`, params);
  const device = signUp?.device == null ? null : deviceName(signUp.device);
  return [
    ...(signUp === undefined ? [] : [{ label: t('at'), value: t('moscow', { at: formatDateTime(toRfc3339(signUp.at), locale) }) }]),
    { label: t('with'), value: provider === null ? t('password') : t('provider', { provider }) },
    ...(device === null ? [] : [{ label: t('device'), value: device }]),
    ...(signUp?.ip == null ? [] : [{ label: t('ip'), value: signUp.ip }]),
    { label: t('not_you'), value: t('refuse'), url: pageOf(deps, locale, refusal) },
  ];
}

function storyOf(
  deps: LetterDeps,
  { words, path, openedBy }: Said,
  { locale, to }: { readonly locale: Locale; readonly to: string },
): Story {
  const t = (key: string) => deps.t(locale, `account_letters.${words}.${key}`);
  const url = pageOf(deps, locale, path);
  const heading = t('heading');
  return {
    to,
    locale,
    letter: {
      subject: heading,
      heading,
      lead: openedBy?.provider == null ? t('lead') : t('lead_provider'),
      lines: openedBy === undefined ? [] : openingLines(deps, openedBy, locale),
      button: { label: t('open'), url },
    },
    line: { label: deps.t(locale, 'account_letters.line'), value: heading, url },
    footer: t('footer'),
  };
}

/** Letters with the links of an account; what they say is true when they are written. */
export const accountLetters = (deps: LetterDeps): LetterKind => ({
  several: (locale, count) => ({
    subject: deps.t(locale, 'account_letters.several.subject', { count }),
    heading: deps.t(locale, 'account_letters.several.heading', { count }),
    lead: deps.t(locale, 'account_letters.several.lead'),
  }),
  async tell({ subject }) {
    const row = await findToken(deps.db, subject);
    if (row === undefined || row.expires_at.getTime() <= deps.clock.now()) return undefined;
    const told = await TELLS[row.purpose](deps, row, tokenOf(deps, row.id));
    return told && storyOf(deps, told.said, { locale: told.person.locale, to: row.email });
  },
});
