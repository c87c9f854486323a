import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { createTelegram } from './telegram.ts';

const TOKEN = '12345:abcdefghijklmnopqrstuvwxyz';
let server: Server | undefined;
afterEach(() => void server?.close());

/** A Bot API with this response; records its requests. */
async function answering(status: number, body: string) {
  const requests: { url: string | undefined; body: unknown }[] = [];
  server = createServer((request, response) => {
    void text(request).then((requestBody) => {
      requests.push({ url: request.url, body: JSON.parse(requestBody) });
      response.writeHead(status).end(body);
    });
  });
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { asked: requests, telegram: createTelegram({ token: TOKEN, apiUrl: `http://127.0.0.1:${port}/` }) };
}

test('a message is sent to the chat as plain text', async () => {
  const { asked: requests, telegram } = await answering(200, '{"ok":true,"result":{}}');
  expect(await telegram.send('-100', 'a <b>')).toEqual({ outcome: 'sent' });
  expect(requests).toEqual([
    { url: `/bot${TOKEN}/sendMessage`, body: { chat_id: '-100', text: 'a <b>', link_preview_options: { is_disabled: true } } },
  ]);
});

test.each([
  [400, '{"ok":false,"description":"Bad Request: chat not found"}', { outcome: 'refused', reason: '400 Bad Request: chat not found' }],
  [
    429,
    '{"ok":false,"description":"Too Many","parameters":{"retry_after":7}}',
    { outcome: 'later', reason: '429 Too Many', afterMs: 7000 },
  ],
  [502, '<html>', { outcome: 'later', reason: 'nonsense', afterMs: 0 }],
  [200, '[]', { outcome: 'later', reason: 'status 200', afterMs: 0 }],
])('a response with status %i has its outcome, without the token', async (status, body, expected) => {
  const { telegram } = await answering(status, body);
  const answer = await telegram.send('-100', 'x');
  expect(answer).toEqual(expected);
  expect(JSON.stringify(answer)).not.toContain(TOKEN);
});
