import type { FastifyInstance } from 'fastify';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { isNavigation } from '#server/platform/http/refused-page.ts';
import { checkDescription } from './check-description.ts';
import { checkExchange, type Exchange } from './check-exchange.ts';

/** Checks all traffic of an app and collects violations. */
export interface Recorder {
  /** A hook for `createHttp({observe})`. */
  readonly observe: (app: FastifyInstance) => void;
  readonly findings: readonly string[];
  /** Throws with all findings, if any. */
  check(): void;
}

const isApi = (url: string): boolean => url.startsWith('/api/') && !url.startsWith('/api/openapi.json');
const textOf = (payload: unknown): string | undefined => {
  if (payload === null || payload === undefined) return '';
  if (typeof payload === 'string') return payload;
  return Buffer.isBuffer(payload) ? payload.toString() : undefined;
};

interface RecorderOptions {
  /** The app's endpoints; default: those of the product. */
  readonly endpoints?: readonly Endpoint[];
  /** Called for each finding, for apps that outlive the test. */
  readonly onFinding?: (finding: string) => void;
}

/** Checks JSON:API and the OpenAPI description on every API exchange. */
export function recordJsonApi({ endpoints = ALL_ENDPOINTS, onFinding = () => undefined }: RecorderOptions = {}): Recorder {
  const findings: string[] = [];
  const check = checkDescription(endpoints);
  return {
    findings,
    observe(app) {
      app.addHook('onSend', async (request, reply, payload) => {
        if (!isApi(request.url)) return;
        // A refused download opens as a page in a browser (R75)
        if (reply.statusCode >= 400 && isNavigation(request) && String(reply.getHeader('content-type')).startsWith('text/html')) return;
        const headers = Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]));
        const exchange: Exchange = { method: request.method, url: request.url, status: reply.statusCode, headers, body: textOf(payload) };
        for (const finding of [...checkExchange(exchange), ...check(exchange)]) {
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
