import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Unavailable } from '#server/platform/errors.ts';

/** Below `connectionTimeout` (15 s), after which an idle connection is cut: the client gets an error response before that. */
export const RESPONSE_DEADLINE_MS = 12_000;
/** For all API calls that a page makes before it is rendered, together; after it, calls still get `MIN_CALL_MS`. */
const PAGE_CALLS_DEADLINE_MS = 9_000;
export const PAGE_DEADLINE_MS = 13_000;

/**
 * No response in time, for example on a half-open database connection: statements have their own, longer deadline. The work may still be
 * done; nothing was acknowledged.
 */
class ResponseUnavailable extends Unavailable {
  override readonly name = 'ResponseUnavailable';
  readonly what = 'answer';
}

/** The result of `work`; throws `ResponseUnavailable` after the deadline. */
export function withDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ResponseUnavailable(`No answer within ${deadlineMs} ms`)), deadlineMs);
    work.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (reason: unknown) => {
        clearTimeout(timer);
        reject(reason);
      },
    );
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Deadline of a route without an endpoint, if it is not that of all others. */
    deadlineMs?: number;
  }
  interface FastifyRequest {
    /** Time that our steps and the queue before them have taken so far; receiving the body does not count. */
    elapsedMs: number;
  }
}

/** Runs one step of a request. All steps share one deadline, so that the response is sent before the connection is cut. */
export async function withRequestDeadline<T>(request: Pick<FastifyRequest, 'elapsedMs'>, work: Promise<T>, deadlineMs: number): Promise<T> {
  const startedAt = performance.now();
  try {
    return await withDeadline(work, Math.max(1, deadlineMs - request.elapsedMs));
  } finally {
    request.elapsedMs += performance.now() - startedAt;
  }
}

function answerLate(reply: FastifyReply, deadlineMs: number): void {
  if (reply.sent) return;
  // What waits for a slow reader is not late; `cutSlowReaders` ends those that read nothing
  if (reply.raw.headersSent && reply.raw.writableLength > 0) return;
  if (reply.raw.headersSent) reply.raw.destroy();
  else reply.send(new ResponseUnavailable(`No answer within ${deadlineMs} ms`));
}

/**
 * Answers requests of routes without an endpoint at their deadline, whatever their hooks and handlers wait for. Endpoints have their own.
 * Not Fastify's `handlerTimeout`: it aborts a signal for each request, a seventh of an empty route's time.
 */
export function limitHandlers(app: FastifyInstance, defaultMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { endpoint, deadlineMs = defaultMs } = request.routeOptions.config;
    if (endpoint === undefined) {
      const timer = setTimeout(answerLate, deadlineMs, reply, deadlineMs);
      reply.raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

export type PageDeadline = <T>(work: () => Promise<T>) => Promise<T>;

/** Minimum for each call, enough for responses from memory on a busy machine: a late page is still rendered with what there is. */
const MIN_CALL_MS = 1_500;

/** One deadline for all calls of a page: each call gets the time that earlier ones left. */
export function createPageDeadline(deadlineMs = PAGE_CALLS_DEADLINE_MS): PageDeadline {
  const endsAt = performance.now() + deadlineMs;
  return async (work) => await withDeadline(work(), Math.max(MIN_CALL_MS, endsAt - performance.now()));
}
