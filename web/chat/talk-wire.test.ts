import { afterEach, expect, test, vi } from 'vitest';
import { type Outgoing, send } from './talk-wire.ts';

vi.mock('#web/captcha/prove.ts', () => ({ prove: async () => await Promise.resolve({ ok: true, token: `proof ${++proofs}` }) }));
vi.mock('#web/api/api-address.ts', () => ({ apiAddress: (path: string) => path }));
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

/** Answers the tries one after the other; undefined: nobody does. */
function answering(...answers: readonly (Response | undefined)[]) {
  const sent: { key: string | null; proof: unknown }[] = [];
  const left = [...answers];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as { data?: { attributes?: { captcha_token?: unknown } } };
    sent.push({ key: new Headers(init.headers).get('idempotency-key'), proof: body.data?.attributes?.captcha_token });
    const answer = left.shift();
    if (answer === undefined) throw new TypeError('network');
    return await Promise.resolve(answer);
  });
  return sent;
}

test('a message that needs a proof keeps its one key, and its proof, until it is answered', async () => {
  const sent = answering(refused('captcha_required'), undefined, refused('too_many_requests'));
  let message: Outgoing = { key: 'one-message', proof: undefined, text: 'Hello', file: null, orderId: undefined, email: '' };
  const noteProof = (proof: string) => {
    message = { ...message, proof };
  };
  expect(await send('en', message, noteProof)).toMatchObject({ ok: false, words: null });
  await send('en', message, noteProof);
  expect(sent).toEqual([
    { key: 'one-message', proof: undefined },
    { key: 'one-message', proof: 'proof 1' },
    { key: 'one-message', proof: 'proof 1' },
  ]);
});

test('a proof that has grown old is made anew, under the same key', async () => {
  const sent = answering(refused('wrong_captcha'), refused('too_many_requests'));
  const message: Outgoing = { key: 'one-message', proof: 'old', text: 'Hello', file: null, orderId: undefined, email: '' };
  await send('en', message, () => undefined);
  expect(sent).toEqual([
    { key: 'one-message', proof: 'old' },
    { key: 'one-message', proof: 'proof 1' },
  ]);
});
