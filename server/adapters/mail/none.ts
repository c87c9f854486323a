import type { Mailer } from './port.ts';

/** A shop that has no mail server yet: its letters wait, and an alarm says why. */
export const createNoMailer = (): Mailer => ({
  send: async () => ({ outcome: 'away', reason: 'MAIL_URL is not set' }),
  stop: () => undefined,
});
