import type { Mailer } from './port.ts';
import { createSmtpMailer } from './smtp.ts';

type MailerFactory = (options: { readonly url: string; readonly from: string; readonly replyTo?: string | undefined }) => Mailer;

/** Without a mail server in demo mode: mails are only stored in our own table, readable at `/dev/mail`. */
const storingMailer: Mailer = { send: async () => ({ outcome: 'sent' }), stop: () => undefined };

/** Without a mail server in production: mails wait, and an alarm reports why. */
const waitingMailer: Mailer = {
  send: async () => ({ outcome: 'unavailable', reason: 'MAIL_URL is not set' }),
  stop: () => undefined,
};

/** Mail adapters by the scheme of `MAIL_URL`. Without one, demo mode only stores mails, and production lets them wait. */
export const MAILERS = {
  kept: () => storingMailer,
  none: () => waitingMailer,
  smtp: createSmtpMailer,
  smtps: createSmtpMailer,
} satisfies Record<string, MailerFactory>;
