export interface OutgoingMail {
  /** Message-ID local part: sending the same id twice is harmless (the receiver can tell). */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * What became of a mail. `refused`: the server will never take this mail for this address. `later`: it did not take it now.
 * `away`: there was no server to speak with, whoever the mail was for.
 */
export type MailAnswer = { readonly outcome: 'sent' } | { readonly outcome: 'refused' | 'later' | 'away'; readonly reason: string };

/** Sends mails, many at a time. Answers within 20 seconds, whatever the server does; never throws for what a server says. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<MailAnswer>;
  /** Hangs up. */
  stop(): void;
}
