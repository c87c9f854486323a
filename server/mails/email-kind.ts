import type { Locale } from '#core/locale.ts';
import type { MailChoice } from '#core/mail/order-mails.ts';
import type { NoticeEvent } from '#core/notices/events.ts';
import type { Email } from './email.ts';

/** One piece of news for a recipient. Only the newest version per kind and subject is kept. */
export interface News {
  /** Name of its e-mail kind. */
  readonly kind: string;
  /** Id of the subject, in the module that composes the mail. */
  readonly subject: string;
  /** Grows with every change of the subject. */
  readonly version: number;
  /** What happened, such as an order's state. */
  readonly topic: string;
  /** Whether the recipient's money is involved. Such news has a larger daily allowance. */
  readonly isPaid: boolean;
}

/** Content of a mail, composed from the state at sending time. */
export interface EmailContent {
  readonly to: string;
  readonly locale: Locale;
  /** The mail if it is sent alone. The sender adds the footer. */
  readonly email: Omit<Email, 'locale' | 'footer'>;
  /** The entry in a merged mail. */
  readonly line: { readonly label: string; readonly value: string; readonly url: string };
  /** The choice that switches such mails off; undefined: they cannot be switched off (`core/mail/order-mails.ts`). */
  readonly choice?: MailChoice | undefined;
  /** A note about the mail's link. */
  readonly footer: string;
  /**
   * The notice for push and Telegram. Undefined if the news is sent by mail only. The heading and the lead of a mail with a notice must
   * contain nothing secret.
   */
  readonly notice?: NoticeContent | undefined;
}

export type MergedTexts = Pick<Email, 'subject' | 'heading' | 'lead'>;

/** How the content appears in notice channels. */
interface NoticeContent {
  readonly event: NoticeEvent;
  /** Replaces the mail's lead where that is private. */
  readonly text?: string;
  /** Replaces the entry's URL where that does not open without a token. */
  readonly url?: string;
}

/** A kind of mail, provided by the module it is about (`emails` in its `module.ts`). */
export interface EmailKind {
  /** Composes the content from the present state. Undefined if there is nothing left to send. */
  compose(news: News): Promise<EmailContent | undefined>;
  /** Texts of a mail that merges several of this kind. */
  mergedTexts(locale: Locale, count: number): MergedTexts;
}

/** By the kind under which news is queued. */
export type EmailKinds = Readonly<Record<string, EmailKind>>;
