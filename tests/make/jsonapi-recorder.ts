import type { FastifyInstance } from 'fastify';
import { checkExchange, type Exchange } from './check-exchange.ts';

/** Watches all traffic of an app and remembers every broken rule. */
export interface Recorder {
  /** A hook for `createHttp({observe})`. */
  readonly observe: (app: FastifyInstance) => void;
  readonly findings: readonly string[];
  /** Throws with all findings when there are any. */
  check(): void;
}

const isApi = (url: string): boolean => url.startsWith('/api/') && !url.startsWith('/api/openapi.json');
const textOf = (payload: unknown): string | undefined => {
  if (payload === null || payload === undefined) return '';
  if (typeof payload === 'string') return payload;
  return Buffer.isBuffer(payload) ? payload.toString() : undefined;
};

/** Checks JSON:API on every exchange of the API instead of route by route. Answers to `onFinding` at once, for apps that outlive the test. */
export function recordJsonApi(onFinding: (finding: string) => void = () => undefined): Recorder {
  const findings: string[] = [];
  return {
    findings,
    observe(app) {
      app.addHook('onSend', async (request, reply, payload) => {
        if (!isApi(request.url)) return;
        const headers = Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]));
        const exchange: Exchange = { method: request.method, url: request.url, status: reply.statusCode, headers, body: textOf(payload) };
        for (const finding of checkExchange(exchange)) {
          const line = `${request.method} ${request.url} -> ${reply.statusCode}: ${finding}`;
          findings.push(line);
          onFinding(line);
        }
      });
    },
    check() {
      if (findings.length > 0) throw new Error(`Answers that break JSON:API:\n${[...new Set(findings)].join('\n')}`);
    },
  };
}
