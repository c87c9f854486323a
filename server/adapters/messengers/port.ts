/** Not now; try again after `afterMs`. */
interface Later {
  readonly outcome: 'later';
  readonly reason: string;
  readonly afterMs: number;
}

/** Refused permanently. */
interface Refused {
  readonly outcome: 'refused';
  readonly reason: string;
}

/** Result of sending a message. */
export type SendResult = { readonly outcome: 'sent' } | Later | Refused;

/** Sends plain text to a chat. Resolves within 10 seconds; never throws for a response of the other side. */
export interface Messenger {
  send(chat: string, text: string): Promise<SendResult>;
}

/** Larger than accepted. */
interface TooLarge {
  readonly outcome: 'too_large';
}

/** The chat accepts no messages from us any more: blocked or deleted. */
export interface ChatBlocked {
  readonly outcome: 'blocked';
  readonly reason: string;
}

/** A received picture or document; `size` as the messenger reports it. */
export interface BotFile {
  readonly id: string;
  readonly size: number | null;
}

/** A file attached to a message. */
export interface SentFile {
  readonly bytes: Buffer;
  readonly name: string;
  readonly isPicture: boolean;
}

/** A user's action in a private chat with the bot; `other`: not relevant. Ids ascend. */
export type BotUpdate =
  | { readonly id: number; readonly kind: 'other' }
  | { readonly id: number; readonly kind: 'blocked'; readonly chat: string }
  /** `text`: or the caption of a file; null: a picture, voice or sticker without text. `language`: as the user's app reports it. */
  | {
      readonly id: number;
      readonly kind: 'message';
      readonly chat: string;
      readonly text: string | null;
      readonly file: BotFile | null;
      readonly language: string | null;
    };

/** A bot that users talk to. Never throws for a response of the other side. */
export interface Bot {
  /** Id of the bot. */
  readonly id: string;
  /** The bot's public name. */
  me(): Promise<{ readonly outcome: 'known'; readonly username: string } | Later | ChatBlocked | Refused>;
  /** Waits up to half a minute for updates with ids from `from` on (null: from the first unconfirmed one); this confirms all earlier ones. */
  updates(
    from: number | null,
    signal: AbortSignal,
  ): Promise<{ readonly outcome: 'updates'; readonly updates: readonly BotUpdate[] } | Later | ChatBlocked | Refused>;
  /** Sends text, optionally with a file; then the first 1024 characters as its caption. */
  send(chat: string, text: string, file?: SentFile): Promise<SendResult | ChatBlocked>;
  /** Downloads a received file; `too_large` above `maxBytes`. */
  fetch(
    fileId: string,
    maxBytes: number,
  ): Promise<{ readonly outcome: 'fetched'; readonly bytes: Buffer } | TooLarge | Later | ChatBlocked | Refused>;
}
