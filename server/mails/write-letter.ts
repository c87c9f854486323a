import type { Deps } from '#server/deps.ts';
import { logThrown } from '#server/platform/db/away.ts';
import type { Letter } from './letter.ts';
import { letterFooter } from './letter-footer.ts';
import type { LetterKind, LetterKinds, News, Story } from './letter-kind.ts';
import { mergedLetter } from './merged-letter.ts';
import { offUrlOf } from './off-link.ts';
import { type LetterText, readable } from './sealed-letter.ts';

export interface Written {
  readonly letter: LetterText;
  readonly locale: string;
  /** Message-ID: the same letter written again has the same one, so that the receiver can tell; a letter of another kind has another. */
  readonly id: string;
  readonly to: string;
  readonly told: readonly News[];
  readonly headers: Readonly<Record<string, string>>;
}

type Deed = Pick<Deps, 'secrets' | 'settings' | 'shop' | 't'>;

const offOf = (deps: Deed, { choice, to, locale }: Story): Letter['off'] =>
  choice === undefined
    ? undefined
    : { label: deps.t(locale, `mail.off.${choice}`), url: offUrlOf(deps, { recipient: to, choice, locale }) };

const ownLetter = (deps: Deed, story: Story): Letter => ({
  ...story.letter,
  locale: story.locale,
  footer: letterFooter(deps, story.locale, [story.footer]),
  off: offOf(deps, story),
});

/** By which a mail program switches letters like this off with one press (RFC 8058). */
const offHeaders = ({ off }: Letter): Written['headers'] =>
  off === undefined ? {} : { 'List-Unsubscribe': `<${off.url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

/** The one kind of all, undefined where kinds meet. */
function kindOf(kinds: LetterKinds, told: readonly News[]): LetterKind | undefined {
  const [only, ...others] = new Set(told.map(({ kind }) => kind));
  return only === undefined || others.length > 0 ? undefined : kinds[only];
}

function idOf({ secrets }: Deed, told: readonly News[]): string {
  const names = told.map(({ kind, subject, version }) => `${kind}.${subject}.${version}`);
  return names.length === 1 ? `${names[0]}` : `m.${secrets.fingerprint(names.join()).toString('hex').slice(0, 32)}`;
}

export interface Told {
  readonly news: News;
  readonly story: Story;
}

/** What the kinds have to tell of news, what there is nothing to tell of any more, and what could not be told this time. */
export interface Stories {
  readonly told: readonly Told[];
  readonly gone: readonly News[];
  readonly broken: readonly News[];
}

/** Asks the kinds. One that fails keeps its own news waiting and nobody else's. */
export async function tellStories(log: Deps['log'], kinds: LetterKinds, all: readonly News[]): Promise<Stories> {
  const asked = await Promise.all(
    all.map(async (news) => {
      try {
        return { news, story: await kinds[news.kind]?.tell(news), isBroken: kinds[news.kind] === undefined };
      } catch (error) {
        logThrown(log, { error, letter: news.kind, subject: news.subject }, 'letter_not_written');
        return { news, story: undefined, isBroken: true };
      }
    }),
  );
  return {
    told: asked.flatMap(({ news, story }) => (story === undefined ? [] : [{ news, story }])),
    gone: asked.flatMap(({ news, story, isBroken }) => (story === undefined && !isBroken ? [news] : [])),
    broken: asked.flatMap(({ news, isBroken }) => (isBroken ? [news] : [])),
  };
}

/** What a letter is written with beside its stories. */
export interface Writing {
  readonly kinds: LetterKinds;
  /** The words by which its reader knows our letters (domain 9, "Mail"); null: he has chosen none. */
  readonly code: string | null;
}

/** Writes the letter of one story, or of several at once. */
export function writeLetter(deps: Deed, { kinds, code }: Writing, [first, ...rest]: readonly [Told, ...Told[]]): Written {
  const all = [first, ...rest];
  const told = all.map(({ news }) => news);
  const stories = all.map(({ story }) => story);
  const plain = rest.length === 0 ? ownLetter(deps, first.story) : mergedLetter(deps, stories, kindOf(kinds, told));
  const letter = code === null ? plain : { ...plain, footer: [...plain.footer, deps.t(plain.locale, 'mail.code', { code })] };
  return { letter: readable(letter), locale: letter.locale, id: idOf(deps, told), to: first.story.to, told, headers: offHeaders(letter) };
}
