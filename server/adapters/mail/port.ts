export interface OutgoingMail {
  /** Message-ID local part: sending the same id twice is harmless (the receiver can tell). */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends mails. Throws when the server refuses or cannot be reached; the outbox tries again. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>;
}
