import { createKeptMailer } from './kept.ts';
import type { Mailer } from './port.ts';
import { createSmtpMailer } from './smtp.ts';

type MailerFactory = (options: { readonly url: string; readonly from: string; readonly replyTo?: string | undefined }) => Mailer;

/** Mail adapters by the scheme of `MAIL_URL`; none is "kept". */
export const MAILERS = {
  kept: () => createKeptMailer(),
  smtp: createSmtpMailer,
  smtps: createSmtpMailer,
} satisfies Record<string, MailerFactory>;
