import { afterEach, expect, test, vi } from 'vitest';
import { type OutgoingMessage, sendMessage } from './thread-api.ts';

vi.mock('#web/captcha/prove.ts', () => ({ prove: async () => await Promise.resolve({ ok: true, token: `proof ${++proofs}` }) }));
let proofs = 0;

afterEach(() => {
  vi.unstubAllGlobals();
  proofs = 0;
});

const refused = (code: string): Response =>
  Response.json(
    { errors: [{ status: '422', code, title: code, detail: code }] },
    { status: 422, headers: { 'content-type': 'application/vnd.api+json' } },
  );

/** Responses to the requests in order; undefined: a network failure. */
function stubResponses(...answers: readonly (Response | undefined)[]) {
  const sent: { key: string | null; proof: unknown }[] = [];
  const remaining = [...answers];
  // The API is on the site's own origin
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as { data?: { attributes?: { captcha_token?: unknown } } };
    sent.push({ key: new Headers(init.headers).get('idempotency-key'), proof: body.data?.attributes?.captcha_token });
    const response = remaining.shift();
    if (response === undefined) throw new TypeError('network');
    return await Promise.resolve(response);
  });
  return sent;
}

test('a message with a captcha token keeps its key and token until there is a response', async () => {
  const sent = stubResponses(refused('captcha_required'), undefined, refused('too_many_requests'));
  let message: OutgoingMessage = { key: 'one-message', proof: undefined, text: 'Hello', file: null, orderId: undefined, email: '' };
  const onProof = (proof: string) => {
    message = { ...message, proof };
  };
  expect(await sendMessage('en', message, onProof)).toMatchObject({ ok: false, errorText: null });
  await sendMessage('en', message, onProof);
  expect(sent).toEqual([
    { key: 'one-message', proof: undefined },
    { key: 'one-message', proof: 'proof 1' },
    { key: 'one-message', proof: 'proof 1' },
  ]);
});

test('an expired captcha token is replaced under the same key', async () => {
  const sent = stubResponses(refused('wrong_captcha'), refused('too_many_requests'));
  const message: OutgoingMessage = { key: 'one-message', proof: 'old', text: 'Hello', file: null, orderId: undefined, email: '' };
  await sendMessage('en', message, () => undefined);
  expect(sent).toEqual([
    { key: 'one-message', proof: 'old' },
    { key: 'one-message', proof: 'proof 1' },
  ]);
});
