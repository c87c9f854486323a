import { createTransport } from 'nodemailer';
import type { MailResult, Mailer } from './port.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 15_000;
const SEND_TIMEOUT_MS = 20_000;
/** Parallel connections; most servers allow ten per client. */
const MAX_CONNECTIONS = 8;
const MAX_MAILS_PER_CONNECTION = 500;

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly message?: string;
}

/** Commands where a 5xx concerns this mail or its address; elsewhere (greeting, sign-in, sender) it concerns us or the server. */
const MAIL_COMMANDS = new Set(['RCPT TO', 'DATA']);
const CONNECTION_ERRORS = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'ECONNREFUSED']);

/** Converts a protocol error to a result, without the address. */
function resultOf({ code = 'unknown', command, responseCode, message = '' }: SmtpError): MailResult {
  const reason = `${responseCode ?? code} ${message}`.slice(0, 300);
  const isPermanent = responseCode !== undefined ? responseCode >= 500 : code === 'EENVELOPE';
  if (isPermanent && (responseCode === undefined || MAIL_COMMANDS.has(command ?? ''))) return { outcome: 'refused', reason };
  return { outcome: CONNECTION_ERRORS.has(code) ? 'unavailable' : 'later', reason };
}

/** Sends over SMTP (`smtp://user:password@host:port`, `smtps://…`) with a small pool of open connections. */
export function createSmtpMailer(options: { readonly url: string; readonly from: string; readonly replyTo?: string | undefined }): Mailer {
  const { hostname, port, username, password, protocol } = new URL(options.url);
  const transport = createTransport(
    {
      pool: true,
      host: hostname,
      port: Number(port === '' ? (protocol === 'smtps:' ? 465 : 587) : port),
      secure: protocol === 'smtps:',
      ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
      maxConnections: MAX_CONNECTIONS,
      maxMessages: MAX_MAILS_PER_CONNECTION,
      // No retry on a broken connection: our own queue retries
      maxRequeues: 0,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: IDLE_TIMEOUT_MS,
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
          (): MailResult => ({ outcome: 'sent' }),
          (error: SmtpError) => resultOf(error),
        );
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<MailResult>((resolve) => {
        timer = setTimeout(() => resolve({ outcome: 'later', reason: `no answer within ${SEND_TIMEOUT_MS} ms` }), SEND_TIMEOUT_MS);
      });
      const result = await Promise.race([sending, timeout]);
      clearTimeout(timer);
      return result;
    },
    stop: () => transport.close(),
  };
}
