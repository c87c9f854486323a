import { expect, test, vi } from 'vitest';
import { sendWithProof } from './step-up.ts';

const refused = { ok: false, errors: [{ code: 'fresh_factor_required' }] };
const accepted = { ok: true };

test('a call refused because a fresh proof is missing is sent once more after the proof', async () => {
  const send = vi.fn().mockResolvedValueOnce(refused).mockResolvedValueOnce(accepted);
  expect(await sendWithProof(send, async () => true)).toBe(accepted);
  expect(send).toHaveBeenCalledTimes(2);
});

test('a second refusal is returned', async () => {
  const send = vi.fn().mockResolvedValue(refused);
  expect(await sendWithProof(send, async () => true)).toBe(refused);
  expect(send).toHaveBeenCalledTimes(2);
});

test.each([
  ['the user gave no proof', refused, async () => false],
  ['no dialog is available', refused, null],
])('the refusal is returned where %s', async (_, result, requestProof) => {
  const send = vi.fn().mockResolvedValue(result);
  expect(await sendWithProof(send, requestProof)).toBe(result);
  expect(send).toHaveBeenCalledTimes(1);
});

test.each([
  ['accepted', accepted],
  ['refused for another reason', { ok: false, errors: [{ code: 'limit' }] }],
  ['unanswered', { ok: false, errors: [] }],
])('no proof is requested for a call that was %s', async (_, result) => {
  const requestProof = vi.fn();
  expect(await sendWithProof(async () => result, requestProof)).toBe(result);
  expect(requestProof).not.toHaveBeenCalled();
});
