import { createTransport } from 'nodemailer';
import type { Mailer } from './port.ts';

const TIMEOUT_MS = 15_000;

/** Sends over SMTP (`smtp://user:password@host:port`, `smtps://…`). A slow server is a failed attempt; the outbox tries again. */
export function createSmtpMailer(options: { readonly url: string; readonly from: string }): Mailer {
  const transport = createTransport(options.url, { from: options.from });
  const { hostname } = new URL(options.url);
  return {
    async send(mail) {
      const sending = transport.sendMail({
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${mail.id}@${hostname}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      let timer: NodeJS.Timeout | undefined;
      const deadline = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`the mail server did not answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
      });
      try {
        await Promise.race([sending, deadline]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
