/** Not now, and not before that many milliseconds. */
interface Later {
  readonly outcome: 'later';
  readonly reason: string;
  readonly afterMs: number;
}

/** Not as things are, whoever asks. */
interface Refused {
  readonly outcome: 'refused';
  readonly reason: string;
}

/** What became of a message. */
export type MessengerAnswer = { readonly outcome: 'sent' } | Later | Refused;

/** Sends plain text to a chat. Answers within 10 seconds; never throws for what the other side says. */
export interface Messenger {
  send(chat: string, text: string): Promise<MessengerAnswer>;
}

/** More than is taken. */
interface TooLarge {
  readonly outcome: 'too_large';
}

/** This chat takes nothing from us any more: blocked, deleted. */
export interface Gone {
  readonly outcome: 'gone';
  readonly reason: string;
}

/** A picture or a document as it was sent; `size` as the other side says it. */
export interface BotFile {
  readonly id: string;
  readonly size: number | null;
}

/** A file that goes along with words. */
export interface SentFile {
  readonly bytes: Buffer;
  readonly name: string;
  readonly isPicture: boolean;
}

/** What somebody did in a chat of his own with the bot; `other`: nothing that concerns us. Numbers grow. */
export type BotUpdate =
  | { readonly id: number; readonly kind: 'other' }
  | { readonly id: number; readonly kind: 'blocked'; readonly chat: string }
  /** `text`: also what is written under a file; null: a picture, a voice, a sticker without words. `language`: what his program says of him. */
  | {
      readonly id: number;
      readonly kind: 'message';
      readonly chat: string;
      readonly text: string | null;
      readonly file: BotFile | null;
      readonly language: string | null;
    };

/** A bot that people talk to. Nothing throws for what the other side says. */
export interface Bot {
  /** Which one of all bots. */
  readonly id: string;
  /** By which name people find it. */
  me(): Promise<{ readonly outcome: 'known'; readonly username: string } | Later | Gone | Refused>;
  /** Waits for updates from this number on (null: from the first that was not confirmed), which confirms all before. Half a minute at most. */
  updates(
    from: number | null,
    signal: AbortSignal,
  ): Promise<{ readonly outcome: 'updates'; readonly updates: readonly BotUpdate[] } | Later | Gone | Refused>;
  /** Words, with a file where one goes along; of its words a caption takes the first 1024 characters. */
  say(chat: string, text: string, file?: SentFile): Promise<MessengerAnswer | Gone>;
  /** The bytes of a file that somebody sent; more than `maxBytes` are not taken. */
  fetch(
    fileId: string,
    maxBytes: number,
  ): Promise<{ readonly outcome: 'fetched'; readonly bytes: Buffer } | TooLarge | Later | Gone | Refused>;
}
