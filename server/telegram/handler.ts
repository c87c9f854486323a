import type { Locale } from '#core/locale.ts';
import type { Instant } from '#core/time.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { LinkRow } from './link-store.ts';

/** A file sent to the bot: stored after checks and re-encoding, or why not. */
export type ReceivedFile =
  | {
      readonly outcome: 'kept';
      readonly id: string;
      readonly key: string;
      readonly type: 'image/jpeg' | 'application/pdf';
      readonly size: number;
    }
  | { readonly outcome: 'too_large' | 'wrong_type' | 'too_many' | 'not_fetched' };

/** A message in a private chat with the bot. Untrusted text: stored and displayed only. */
export interface BotMessage {
  readonly updateId: number;
  readonly chat: string;
  /** Lower case, without the slash; null: free text. */
  readonly command: string | null;
  /** The text after the command; all of it without one. */
  readonly text: string;
  readonly file: ReceivedFile | null;
  /** Of the chat's links, else of the sender's app. */
  readonly locale: Locale;
  /** What the chat is linked to, accounts first. */
  readonly links: readonly LinkRow[];
  readonly at: Instant;
}

/**
 * Handles one kind of message, in the transaction that marks the update as handled, so exactly once. Replies with `sendToChat`. Tried in
 * the order of `server/telegram/module.ts`.
 */
export interface BotHandler {
  readonly name: string;
  /** Whether the handler is for messages of this form. */
  readonly takes: (message: Pick<BotMessage, 'command'>) => boolean;
  /** False: the next handler is tried. */
  handle(tx: Tx, message: BotMessage): Promise<boolean>;
}
