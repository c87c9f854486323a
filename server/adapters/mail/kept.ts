import type { Mailer } from './port.ts';

/** Without a mail server: mails are only kept in our own table, readable at `/dev/mail` in demo mode. */
export const createKeptMailer = (): Mailer => ({ send: async () => ({ outcome: 'sent' }), stop: () => undefined });
