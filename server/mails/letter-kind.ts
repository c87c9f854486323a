import type { Locale } from '#core/locale.ts';
import type { MailChoice } from '#core/mail/choices.ts';
import type { NoticeEvent } from '#core/notices/events.ts';
import type { Letter } from './letter.ts';

/** One thing that somebody is to be told: of every kind and subject only the newest change waits. */
export interface News {
  /** Its letter kind's name. */
  readonly kind: string;
  /** What it is about: an id of the noun that tells it. */
  readonly subject: string;
  /** Counts up with every change of the subject. */
  readonly version: number;
  /** What happened, in the noun's own words (a state). */
  readonly topic: string;
  /** Money of the reader is in it: such news has more room in a day. */
  readonly isPaid: boolean;
}

/** News as its noun tells it, from what is true when the letter is written. */
export interface Story {
  readonly to: string;
  readonly locale: Locale;
  /** The letter that tells this alone; what every letter ends with is the postman's. */
  readonly letter: Omit<Letter, 'locale' | 'footer'>;
  /** Its line in a letter that tells of several: what it is about, what happened, where it leads. */
  readonly line: { readonly label: string; readonly value: string; readonly url: string };
  /** What switches letters like this off; undefined: they cannot be (`core/mail/choices.ts`). */
  readonly choice?: MailChoice | undefined;
  /** What the reader has to know of its link. */
  readonly footer: string;
  /** Under which event it is told beside the mail as well; undefined: in the mail alone. Its heading and lead then hold nothing secret. */
  readonly notice?: Told | undefined;
}

export type SeveralWords = Pick<Letter, 'subject' | 'heading' | 'lead'>;

/** How a story is told beside the mail. */
interface Told {
  readonly event: NoticeEvent;
  /** In the place of the letter's lead, where that is not for everybody's eyes. */
  readonly text?: string;
  /** In the place of the line's, where that opens nothing without its key. */
  readonly url?: string;
}

/** A kind of letter, given by the noun whose news it tells (`LETTER_KINDS` of `server/assemble-letters.ts`). */
export interface LetterKind {
  /** Undefined when there is nothing to tell any more. */
  tell(news: News): Promise<Story | undefined>;
  /** The words of a letter that tells of several of this kind. */
  several(locale: Locale, count: number): SeveralWords;
}

/** By the name under which their news is noted. */
export type LetterKinds = Readonly<Record<string, LetterKind>>;
