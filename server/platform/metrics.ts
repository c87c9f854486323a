import http from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** Measures every request by method, route pattern (never the URL, which contains ids) and status. */
  observe(app: FastifyInstance): void;
  /** Serves `/metrics` on a separate port, not the public one. Returns the port. */
  listen(port: number, host: string): Promise<number>;
  stop(): Promise<void>;
}

/** Status of a request whose client left before the response began, as in the logs of nginx. */
const CLIENT_LEFT = '499';

/** Fastify's `onResponse` misses responses that clients leave: most streams. Holds nothing of the request. */
function observeUntilClosed(
  seconds: Histogram<'method' | 'route' | 'status'>,
  raw: FastifyReply['raw'],
  labels: { readonly method: string; readonly route: string },
): void {
  const stop = seconds.startTimer(labels);
  raw.once('close', () => void stop({ status: raw.headersSent ? String(raw.statusCode) : CLIENT_LEFT }));
}

export function createMetrics(gauges: Readonly<Record<string, { readonly help: string; readonly read: () => number }>> = {}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const [name, { help, read }] of Object.entries(gauges)) {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(read());
        },
      }),
    );
  }
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const server = http.createServer((request, reply) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      reply.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => reply.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => reply.writeHead(500).end(),
    );
  });
  return {
    observe(app) {
      app.addHook('onRequest', (request, reply, done) => {
        observeUntilClosed(seconds, reply.raw, { method: request.method, route: request.routeOptions.url ?? 'none' });
        done();
      });
    },
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          const address = server.address();
          resolve(typeof address === 'object' && address !== null ? address.port : port);
        });
      }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
