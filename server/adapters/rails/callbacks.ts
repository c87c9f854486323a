import type { FastifyInstance } from 'fastify';
import { logFailure } from '#server/platform/db/unavailable.ts';
import type { Log } from '#server/platform/log.ts';
import type { CallbackVerdict, Rail, RailEvents } from './port.ts';

export interface RailCallbackOptions {
  readonly rails: ReadonlyMap<string, Rail>;
  /** The order side: stores what a rail reports. */
  readonly events: RailEvents;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

const BODY_LIMIT = 256 * 1024;

/** Responses are for programs, never rendered as a page. */
const PLAIN_RESPONSE_HEADERS = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'" } as const;

const STATUS_BY_VERDICT: Readonly<Record<CallbackVerdict['verdict'], number>> = { accepted: 200, bad_signature: 401, unknown: 404 };

/**
 * `POST /callbacks/:rail`: a provider's call, whose raw body the rail verifies. Refusals have a status and no body, so that a guess reveals
 * nothing. A 503 asks for a repetition.
 */
export async function railCallbacks(app: FastifyInstance, { rails, events, log }: RailCallbackOptions): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error, _request, reply) => {
      const status = (error as { statusCode?: number }).statusCode ?? 500;
      return reply.code(status < 500 ? status : 503).send();
    });
    scope.post<{ Params: { rail: string } }>('/callbacks/:rail', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const rail = rails.get(request.params.rail);
      if (rail?.callback === undefined) return reply.code(404).send();
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      try {
        const result = await rail.callback({ headers: request.headers, body }, events);
        const { verdict } = result;
        if (verdict === 'accepted' && result.reply !== undefined)
          return reply.code(200).headers(PLAIN_RESPONSE_HEADERS).type(result.reply.type).send(result.reply.text);
        if (verdict !== 'accepted') log.warn({ rail: rail.name, verdict, ip: request.ip }, 'callback.refused');
        return reply.code(STATUS_BY_VERDICT[verdict]).send();
      } catch (error) {
        logFailure(log, { error, rail: rail.name }, 'callback.failed');
        return reply.code(503).send();
      }
    });
  });
}
