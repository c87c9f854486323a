/** What became of a message. `later`: not now, and not before that many milliseconds; `refused`: not as things are, whoever asks. */
export type MessengerAnswer =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'later'; readonly reason: string; readonly afterMs: number }
  | { readonly outcome: 'refused'; readonly reason: string };

/** Sends plain text to a chat. Answers within 10 seconds; never throws for what the other side says. */
export interface Messenger {
  send(chat: string, text: string): Promise<MessengerAnswer>;
}
