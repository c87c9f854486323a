import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refuse } from '#core/result.ts';
import { createLog } from '#server/platform/log.ts';
import { route } from '#server/platform/http/route.ts';
import { createTestApp } from '#tests/make/app.ts';
import { getExample, publicExamples } from '#tests/make/example-routes.ts';
import { errorReporters } from './index.ts';

const received: string[] = [];
const peer = http.createServer((request, reply) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    received.push(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body).toString() : body.toString());
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
let dsn = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  dsn = `http://publickey@127.0.0.1:${(peer.address() as AddressInfo).port}/1`;
});
afterAll(() => peer.close());

it('reports faults with their stack, masked, and nothing else', async () => {
  const reporter = await errorReporters.sentry({ dsn, environment: 'test' });
  const log = createLog({ level: 'silent', onFault: reporter.report });
  log.warn({ code: 'rate_changed' }, 'refused');
  log.error(
    { error: new TypeError('no row for canary@example.org, card 4111111111111111'), requestId: 'r1', order_token: 'canary-token' },
    'request_failed',
  );
  await reporter.close(5000);
  const text = received.join('\n');
  expect(text).toContain('"TypeError"');
  expect(text).toContain('request_failed');
  expect(text).toContain('sentry.test.ts');
  expect(text).toContain('"requestId":"r1"');
  for (const canary of ['canary@', '4111111111111111', 'canary-token', 'rate_changed']) expect(text).not.toContain(canary);
});

it('receives failed requests, but no refused ones', async () => {
  received.length = 0;
  const reporter = await errorReporters.sentry({ dsn, environment: 'test' });
  const log = createLog({ level: 'silent', onFault: reporter.report });
  const routes = [
    route(getExample, async () => refuse({ code: 'not_found' })),
    route(publicExamples, async () => {
      throw new RangeError('the world broke');
    }),
  ];
  const { app, close } = await createTestApp(routes, { log });
  const [refused, failed] = [await app.inject('/api/v1/examples/1'), await app.inject('/api/v1/public_examples')];
  expect([refused.statusCode, failed.statusCode]).toEqual([404, 500]);
  await close();
  await reporter.close(5000);
  expect(received).toHaveLength(1);
  expect(received[0]).toContain('RangeError');
});

it('without a service nothing is sent and nothing breaks', async () => {
  const before = received.length;
  const reporter = await errorReporters.none();
  reporter.report({ error: new Error('x') }, 'fault');
  await reporter.close(10);
  expect(received).toHaveLength(before);
});
