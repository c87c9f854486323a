import { createTransport } from 'nodemailer';
import type { MailAnswer, Mailer } from './port.ts';

const CONNECT_MS = 10_000;
const SILENCE_MS = 15_000;
const ANSWER_MS = 20_000;
/** Lines held open at once; most servers allow a client ten. */
const CONNECTIONS = 8;
const MAILS_PER_CONNECTION = 500;

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly message?: string;
}

/** Where a 5xx is about this mail or its address; anywhere else (greeting, sign-in, sender) it is about us and the server. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA']);
const NO_SERVER = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'ECONNREFUSED']);

/** What an error of the protocol says about the mail; the address itself is not repeated. */
function answerOf({ code = 'unknown', command, responseCode, message = '' }: SmtpError): MailAnswer {
  const reason = `${responseCode ?? code} ${message}`.slice(0, 300);
  const isForEver = responseCode !== undefined ? responseCode >= 500 : code === 'EENVELOPE';
  if (isForEver && (responseCode === undefined || ABOUT_THE_MAIL.has(command ?? ''))) return { outcome: 'refused', reason };
  return { outcome: NO_SERVER.has(code) ? 'away' : 'later', reason };
}

/** Sends over SMTP (`smtp://user:password@host:port`, `smtps://…`) on a few lines that stay open. */
export function createSmtpMailer(options: { readonly url: string; readonly from: string; readonly replyTo?: string | undefined }): Mailer {
  const { hostname, port, username, password, protocol } = new URL(options.url);
  const transport = createTransport(
    {
      pool: true,
      host: hostname,
      port: Number(port === '' ? (protocol === 'smtps:' ? 465 : 587) : port),
      secure: protocol === 'smtps:',
      ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
      maxConnections: CONNECTIONS,
      maxMessages: MAILS_PER_CONNECTION,
      // A line that breaks is an answer too: our own queue knows when to try again
      maxRequeues: 0,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: options.from, ...(options.replyTo === undefined ? {} : { replyTo: options.replyTo }) },
  );
  return {
    async send(mail) {
      const sending = transport
        .sendMail({
          to: mail.to,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: `<${mail.id}@${hostname}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
        })
        .then(
          (): MailAnswer => ({ outcome: 'sent' }),
          (error: SmtpError) => answerOf(error),
        );
      let timer: NodeJS.Timeout | undefined;
      const silence = new Promise<MailAnswer>((resolve) => {
        timer = setTimeout(() => resolve({ outcome: 'later', reason: `no answer within ${ANSWER_MS} ms` }), ANSWER_MS);
      });
      const answer = await Promise.race([sending, silence]);
      clearTimeout(timer);
      return answer;
    },
    stop: () => transport.close(),
  };
}
