import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRpc } from './rpc.ts';
import { RpcRefusal, RpcUnavailable } from '#server/adapters/rails/node-errors.ts';

let server: Server;
let answer = { status: 200, body: '' };
let requestBody = '';
beforeAll(async () => {
  server = createServer((request, reply) => {
    requestBody = '';
    request.on('data', (chunk: Buffer) => {
      requestBody += chunk.toString();
    });
    request.on('end', () => {
      reply.statusCode = answer.status;
      reply.end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const call = (status: number, body: unknown) => {
  answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
  return createRpc(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).call('eth_test', [1]);
};

it('returns the result, including null', async () => {
  expect(await call(200, { jsonrpc: '2.0', id: 1, result: '0x1' })).toBe('0x1');
  expect(JSON.parse(requestBody)).toEqual({ jsonrpc: '2.0', id: 1, method: 'eth_test', params: [1] });
  expect(await call(200, { jsonrpc: '2.0', id: 1, result: null })).toBeNull();
});

it('throws RpcRefusal for a JSON-RPC error with any status', async () => {
  const refusal = { jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'nonce too low' } };
  for (const status of [200, 400]) {
    const error = await call(status, refusal).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RpcRefusal);
    expect(error).toMatchObject({ code: -32_000, message: 'eth_test: nonce too low' });
  }
});

it.each([
  [429, { error: { code: -32_005, message: 'slow down' } }],
  [503, 'busy'],
  [200, '<html>'],
  [200, 'null'],
  [200, {}],
  [200, { error: 'no' }],
  [302, ''],
])('treats status %i with %j as no response', async (status, body) => {
  await expect(call(status, body)).rejects.toBeInstanceOf(RpcUnavailable);
});

it('throws RpcUnavailable if the connection is refused', async () => {
  await expect(createRpc('http://127.0.0.1:1').call('eth_test', [])).rejects.toBeInstanceOf(RpcUnavailable);
});
