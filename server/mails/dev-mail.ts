import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { escapeHtml } from '#core/text/escape-html.ts';
import { unsealEmail, type EmailText } from './email.ts';
import { findEmail, findEmails, type StoredEmail } from './store.ts';

const STYLE =
  'body{font:16px/1.5 sans-serif;margin:24px auto;max-width:760px;padding:0 12px;background:#efeee6;color:#14231c}a{color:#14663f}li{margin:8px 0}small{color:#5c6a61}';

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="stylesheet" href="/dev/mail.css"></head><body>${body}</body></html>`;

type OpenedMail = StoredEmail & EmailText;

const row = (mail: OpenedMail): string =>
  `<li><a href="/dev/mail/${mail.id}">${escapeHtml(mail.subject)}</a><br><small>${escapeHtml(mail.recipient)} · ${new Date(mail.createdAt).toISOString()}</small></li>`;

/** The page of a mail allows inline styles only. Scripts and external addresses are blocked. */
const MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const html = async (reply: FastifyReply, text: string): Promise<FastifyReply> =>
  await reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(text);

/** `/dev/mail` lists the mails of the demo mode. `?to=` filters by recipient, and `/dev/mail.json` returns JSON. */
export function devMail(deps: Pick<Deps, 'db' | 'secrets'>) {
  const openMail = (mail: StoredEmail): OpenedMail => ({ ...mail, ...unsealEmail(deps, mail.sealed) });
  const findNewest = async (recipient: string | undefined): Promise<OpenedMail[]> =>
    (await findEmails(deps.db, { recipient, limit: 100 })).map(openMail);
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Querystring: { to?: string } }>('/dev/mail', async (request, reply) => {
      const mails = await findNewest(request.query.to);
      return await html(reply, page('Mail', `<h1>Mail</h1><ul>${mails.map(row).join('') || '<li>Nothing yet</li>'}</ul>`));
    });
    app.get('/dev/mail.css', async (_request, reply) => await reply.type('text/css; charset=utf-8').send(STYLE));
    app.get<{ Querystring: { to?: string } }>('/dev/mail.json', async (request, reply) => {
      const mails = await findNewest(request.query.to);
      return await reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(
          JSON.stringify(
            mails.map((mail) => ({
              id: mail.id,
              order_id: mail.subjects.length === 1 ? mail.subjects[0] : null,
              order_ids: mail.subjects,
              to: mail.recipient,
              subject: mail.subject,
              text: mail.text,
              created_at: new Date(mail.createdAt).toISOString(),
            })),
          ),
        );
    });
    app.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
      const mail = await findEmail(deps.db, request.params.id);
      if (!mail) return await html(reply.code(404), page('Mail', '<p>There is no such mail.</p>'));
      return await html(reply.header('content-security-policy', MAIL_POLICY), openMail(mail).html);
    });
  };
}
