import type { Locale } from '#core/locale.ts';
import type { Instant } from '#core/time.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { LinkRow } from './link-store.ts';

/** A file that somebody sent to the bot: kept after it was looked at and drawn anew, or why it was not. */
export type ReceivedFile =
  | {
      readonly outcome: 'kept';
      readonly id: string;
      readonly key: string;
      readonly type: 'image/jpeg' | 'application/pdf';
      readonly size: number;
    }
  | { readonly outcome: 'too_large' | 'wrong_type' | 'too_many' | 'not_fetched' };

/** Words that somebody wrote to the bot in a chat of his own. They are a stranger's text: kept and shown, never read as anything else. */
export interface BotMessage {
  readonly updateId: number;
  readonly chat: string;
  /** Without the slash, in small letters; null: free words. */
  readonly command: string | null;
  /** What stands behind the command; all of it where there is none. */
  readonly text: string;
  readonly file: ReceivedFile | null;
  /** The language of his links, else of his program. */
  readonly locale: Locale;
  /** What the chat hears of: its person first; empty for a stranger. */
  readonly links: readonly LinkRow[];
  readonly at: Instant;
}

/**
 * One thing that the bot does. It runs in the transaction that marks the update as handled: what it writes happens exactly once. It says
 * something by `sayTo`. Told in the order of `server/assemble-telegram.ts`; the first that takes a message ends the walk.
 */
export interface BotHandler {
  readonly name: string;
  /** What of messages is its own, told by their form alone. */
  readonly takes: (message: Pick<BotMessage, 'command'>) => boolean;
  /** False: it was not for it after all, the next one is asked. */
  handle(tx: Tx, message: BotMessage): Promise<boolean>;
}
