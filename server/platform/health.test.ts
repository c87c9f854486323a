import fastify from 'fastify';
import { expect, it } from 'vitest';
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
