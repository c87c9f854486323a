import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { Locale } from '#core/locale.ts';
import { MAIL_CHOICES, type MailChoice } from '#core/mail/order-mails.ts';
import type { Deps } from '#server/deps.ts';
import { saveChoice } from './choices.ts';

/** The page of the unsubscribe link. A POST to it unsubscribes at once (RFC 8058). */
const UNSUBSCRIBE_PATH = '/mail/off';

const TokenPayload = z.object({ off: z.enum(MAIL_CHOICES), to: z.string() });

export interface UnsubscribeLink {
  readonly recipient: string;
  readonly choice: MailChoice;
}

/** The encrypted token of the link. It keeps the address out of logs, and it can change only this choice. */
export const unsubscribeTokenOf = ({ secrets }: Pick<Deps, 'secrets'>, { recipient, choice }: UnsubscribeLink): string =>
  secrets.seal(JSON.stringify({ off: choice, to: recipient.toLowerCase() })).toString('base64url');

export const unsubscribeUrlOf = (deps: Pick<Deps, 'secrets' | 'settings'>, link: UnsubscribeLink & { readonly locale: Locale }): string =>
  `${deps.settings.publicUrl}${link.locale === 'en' ? '/en' : ''}${UNSUBSCRIBE_PATH}?t=${unsubscribeTokenOf(deps, link)}`;

/** The content of a token. Undefined for a token that is not ours. */
export function readUnsubscribeToken({ secrets }: Pick<Deps, 'secrets'>, token: string): UnsubscribeLink | undefined {
  try {
    const { off, to } = TokenPayload.parse(JSON.parse(secrets.unseal(Buffer.from(token, 'base64url'))));
    return { choice: off, recipient: to };
  } catch {
    // The token is not ours, or its key was removed
    return undefined;
  }
}

const BODY_LIMIT = 8 * 1024;

type TokenQuery = Readonly<Record<string, string | undefined>>;

/**
 * Handles a POST to the unsubscribe link, from a mail program (RFC 8058: without page, cookie or redirect) or our page's form. A GET
 * changes nothing, because scanners open every link.
 */
export const unsubscribePost = (deps: Pick<Deps, 'db' | 'clock' | 'secrets'>) => async (app: FastifyInstance) => {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) => done(null, body));
    const handlePost = async (query: TokenQuery, body: unknown, reply: FastifyReply, path: string): Promise<FastifyReply> => {
      reply.header('cache-control', 'no-store');
      const link = readUnsubscribeToken(deps, query['t'] ?? '');
      if (link === undefined) return await reply.code(404).send();
      const form = new URLSearchParams(typeof body === 'string' ? body : '');
      // Our form has the field `letters` (on or off). A mail program's request does not have it and unsubscribes
      const isOneClick = !form.has('letters');
      await saveChoice(deps.db, { ...link, isOn: form.get('letters') === 'on' }, new Date(deps.clock.now()));
      if (isOneClick) return await reply.code(200).type('text/plain').send('');
      return await reply.redirect(`${path}?t=${encodeURIComponent(query['t'] ?? '')}`, 303);
    };
    for (const path of [UNSUBSCRIBE_PATH, `/en${UNSUBSCRIBE_PATH}`])
      scope.post<{ Querystring: TokenQuery }>(path, async (request, reply) => await handlePost(request.query, request.body, reply, path));
  });
};
