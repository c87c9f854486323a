import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import type { LetterKind, Story } from '#server/mails/letter-kind.ts';
import { findPerson, type Person } from '#server/users/find-person.ts';
import { findProven } from './store.ts';
import { tokenOf } from './mailed-token.ts';
import { findToken, type TokenRow } from './token-store.ts';

type LetterDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'settings' | 't'>;

/** What a letter says and where its button leads. */
interface Said {
  readonly words: string;
  readonly path: string;
}

const pageOf = ({ settings }: LetterDeps, locale: Locale, path: string): string =>
  `${settings.publicUrl}${locale === 'en' ? '/en' : ''}${path}`;

/** Whoever signs up with an address that has an account is told so where only its owner reads it. */
async function activation(deps: LetterDeps, row: TokenRow, person: Person): Promise<Said> {
  const proven = await findProven(deps.db, row.email);
  if (proven !== undefined && proven.id !== person.id) return { words: 'known', path: '/sign-in' };
  return { words: 'activate', path: `/activate?token=${tokenOf(deps, row.id)}` };
}

function storyOf(deps: LetterDeps, { words, path }: Said, { locale, to }: { readonly locale: Locale; readonly to: string }): Story {
  const t = (key: string) => deps.t(locale, `account_letters.${words}.${key}`);
  const url = pageOf(deps, locale, path);
  const heading = t('heading');
  return {
    to,
    locale,
    letter: { subject: heading, heading, lead: t('lead'), lines: [], button: { label: t('open'), url } },
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
    if (row === undefined || row.expires_at.getTime() <= deps.clock.now() || row.user_id === null) return undefined;
    const person = await findPerson(deps.db, row.user_id);
    if (person === undefined || person.isDisabled) return undefined;
    return storyOf(deps, await activation(deps, row, person), { locale: person.locale, to: row.email });
  },
});
