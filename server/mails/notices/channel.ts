import type { NoticeChannelName } from '#core/notices/events.ts';
import type { Locale } from '#core/locale.ts';

/** What a place is told: the same words as in the letter, without anything secret, and a path of ours that asks as always. */
export interface Notice {
  /** The same notice told twice has the same one. */
  readonly id: string;
  /** What it takes the place of: newer words about the same thing. */
  readonly about: string;
  readonly locale: Locale;
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/** What became of it. `gone`: the place hears nothing any more. */
export type ChannelAnswer =
  | { readonly outcome: 'told' }
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'later'; readonly reason: string; readonly afterMs: number };

/** A way beside the mail by which people are told. A new one is a line of `server/assemble-notices.ts`. */
export interface NoticeChannel {
  readonly name: NoticeChannelName;
  /** Tells a place; doing it twice is the normal case, so the other side sees one. Never throws for what the other side says. */
  tell(placeId: string, notice: Notice): Promise<ChannelAnswer>;
}
