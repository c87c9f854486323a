export interface OutgoingMail {
  /** Local part of the Message-ID: a repeat with the same id is recognised by the receiver. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Result of sending. `refused`: the server will never accept this mail for this address. `later`: not accepted now.
 * `unavailable`: no connection to a server, for any mail.
 */
export type MailResult = { readonly outcome: 'sent' } | { readonly outcome: 'refused' | 'later' | 'unavailable'; readonly reason: string };

/** Sends mails concurrently. Resolves within 20 seconds; never throws for a server's response. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<MailResult>;
  /** Closes all connections. */
  stop(): void;
}
