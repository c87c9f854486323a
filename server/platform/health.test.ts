import { once } from 'node:events';
import fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { healthRoutes } from './health.ts';
import { createMetrics } from './metrics.ts';

it('is ready while every check passes, and stays live if one fails or hangs or the process stops', async () => {
  let database: () => Promise<unknown> = async () => 1;
  let phase: 'starting' | 'serving' | 'stopping' = 'starting';
  const app = fastify();
  await app.register(healthRoutes({ checks: { database: () => database() }, phase: () => phase }));
  const status = async (url: string) => (await app.inject(url)).statusCode;
  expect((await app.inject('/health/ready')).json()).toMatchObject({ status: 'starting' });
  phase = 'serving';
  expect(await status('/health/ready')).toBe(200);
  database = () => Promise.reject(new Error('down'));
  expect((await app.inject('/health/ready')).json()).toEqual({ status: 'failed', checks: { database: 'failed' } });
  database = () => new Promise(() => undefined);
  expect(await status('/health/ready')).toBe(503);
  expect(await status('/health/live')).toBe(200);
  database = async () => 1;
  phase = 'stopping';
  expect((await app.inject('/health/ready')).json()).toMatchObject({ status: 'stopping' });
});

it('serves metrics by route pattern on a separate port', async () => {
  const metrics = createMetrics();
  const app = fastify();
  metrics.observe(app);
  app.get('/orders/:id', async () => 'ok');
  await app.inject('/orders/canary-id');
  await app.inject('/canary-nowhere');
  const port = await metrics.listen(0, '127.0.0.1');
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/orders/:id",status="200"} 1');
  expect(text).not.toContain('canary');
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  await metrics.stop();
});

it('measures streams that their clients leave, and requests whose clients do not wait', async () => {
  const metrics = createMetrics();
  const app = fastify();
  metrics.observe(app);
  app.get('/stream', (_request, reply) => void reply.hijack().raw.writeHead(200).write('first'));
  app.get('/never', () => new Promise(() => undefined));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const port = await metrics.listen(0, '127.0.0.1');
  const leaving = new AbortController();
  const stream = await fetch(`${url}/stream`, { signal: leaving.signal });
  await stream.body?.getReader().read();
  const arrived = once(app.server, 'request');
  const never = fetch(`${url}/never`, { signal: leaving.signal }).catch(() => undefined);
  await arrived;
  leaving.abort();
  await never;
  await vi.waitFor(async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/stream",status="200"} 1');
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/never",status="499"} 1');
  });
  await Promise.all([metrics.stop(), app.close()]);
});
