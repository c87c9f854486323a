import type { Locale } from '#core/locale.ts';
import type { NoticeChannelName } from '#core/notices/events.ts';

/** The owner of a chat or browser: an account, or one order of a guest. */
export type NoticeOwner = { readonly userId: string; readonly orderId: null } | { readonly userId: null; readonly orderId: string };

/** A notice for a channel: texts of the mail without anything secret, and a URL of ours without a token. */
export interface Notice {
  /** Equal for repeated sends of the same notice. */
  readonly id: string;
  /** A newer notice with the same value replaces the older one. */
  readonly topic: string;
  readonly locale: Locale;
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/** The result of a send. `gone` means that the chat or browser no longer exists. */
export type ChannelAnswer =
  | { readonly outcome: 'told' }
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'later'; readonly reason: string; readonly afterMs: number };

/** A channel next to mail (push, Telegram). Provided by a module (`noticeChannel`). */
export interface NoticeChannel {
  readonly name: NoticeChannelName;
  /** Sends a notice. A repeated one must be shown once. Answers of the remote side are results, not errors. */
  send(placeId: string, notice: Notice): Promise<ChannelAnswer>;
}
