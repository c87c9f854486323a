import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { saveChoice } from './choices-store.ts';
import { UNSUBSCRIBE_PATH, readUnsubscribeToken } from './unsubscribe-link.ts';

const BODY_LIMIT = 8 * 1024;

type TokenQuery = Readonly<Record<string, string | undefined>>;

/**
 * POST to a mail's unsubscribe link: one request of a mail program (RFC 8058: no page, cookie, redirect), or our form. GET changes
 * nothing: scanners open every link.
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
      await saveChoice(deps.db, { ...link, isOn: form.get('letters') === 'on' }, new Date(deps.clock.now()));
      if (!form.has('letters')) return await reply.code(200).type('text/plain').send('');
      return await reply.redirect(`${path}?t=${encodeURIComponent(query['t'] ?? '')}`, 303);
    };
    for (const path of [UNSUBSCRIBE_PATH, `/en${UNSUBSCRIBE_PATH}`])
      scope.post<{ Querystring: TokenQuery }>(path, async (request, reply) => await handlePost(request.query, request.body, reply, path));
  });
};
