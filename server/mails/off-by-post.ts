import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { saveChoice } from './choices-store.ts';
import { OFF_PATH, readOffToken } from './off-link.ts';

const BODY_LIMIT = 8 * 1024;

type Asked = Readonly<Record<string, string | undefined>>;

/**
 * A post to the link of a letter: mail programs switch off with one press (RFC 8058: no page, no cookie, no second question, and no other
 * address to go on to), our own page switches on and off with its form and is shown again. Reading the link changes nothing: scanners read every link.
 */
export const offByPost = (deps: Pick<Deps, 'db' | 'clock' | 'secrets'>) => async (app: FastifyInstance) => {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) => done(null, body));
    const answer = async (query: Asked, body: unknown, reply: FastifyReply, path: string): Promise<FastifyReply> => {
      reply.header('cache-control', 'no-store');
      const link = readOffToken(deps, query['t'] ?? '');
      if (link === undefined) return await reply.code(404).send();
      const form = new URLSearchParams(typeof body === 'string' ? body : '');
      await saveChoice(deps.db, { ...link, isOn: form.get('letters') === 'on' }, new Date(deps.clock.now()));
      if (!form.has('letters')) return await reply.code(200).type('text/plain').send('');
      return await reply.redirect(`${path}?t=${encodeURIComponent(query['t'] ?? '')}`, 303);
    };
    for (const path of [OFF_PATH, `/en${OFF_PATH}`])
      scope.post<{ Querystring: Asked }>(path, async (request, reply) => await answer(request.query, request.body, reply, path));
  });
};
