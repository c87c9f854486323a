import { createKeptMailer } from './kept.ts';
import { createNoMailer } from './none.ts';
import type { Mailer } from './port.ts';
import { createSmtpMailer } from './smtp.ts';

type MailerFactory = (options: { readonly url: string; readonly from: string; readonly replyTo?: string | undefined }) => Mailer;

/** Mail adapters by the scheme of `MAIL_URL`; without one a demonstration keeps its letters, and a shop lets them wait. */
export const MAILERS = {
  kept: () => createKeptMailer(),
  none: () => createNoMailer(),
  smtp: createSmtpMailer,
  smtps: createSmtpMailer,
} satisfies Record<string, MailerFactory>;
