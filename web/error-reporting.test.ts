import { expect, it } from 'vitest';
import { call } from '#contract/call.ts';
import { listPaymentSystems } from '#contract/payment-systems.ts';
import { isFault, isReported, reportFault, tellOfFaults } from './error-reporting.ts';

it('reports bugs, and neither lost connections nor timeouts (spec 8)', () => {
  expect(isReported('Cannot read properties of undefined')).toBe(true);
  const lost = ['Network Error', 'NetworkError when attempting to fetch resource.', 'Failed to fetch', 'Load failed', 'timeout exceeded'];
  // The router gives up reading what a page that is left had asked for
  const left = ['The operation was aborted', 'BodyStreamBuffer was aborted', 'signal timed out', 'signal is aborted without reason'];
  for (const message of [...lost, ...left]) expect(isReported(message), message).toBe(false);
});

it('reports what the server broke, and neither refusals nor silence', () => {
  expect(isFault({ status: 500, unreadable: false })).toBe(true);
  expect(isFault({ status: 422, unreadable: true })).toBe(true);
  expect(isFault({ status: 422, unreadable: false })).toBe(false);
  expect(isFault({ status: 0, unreadable: true })).toBe(false);
});

it('every call whose errors were lost is reported, whoever made it; a refusal that was read is not (spec 8)', async () => {
  const told: string[] = [];
  tellOfFaults((message) => void told.push(message));
  const answer = async (status: number, text: string) =>
    await call(listPaymentSystems, {}, { locale: 'en', failed: reportFault, send: async () => ({ status, header: () => null, text }) });
  await answer(422, '{"errors": [{"code": "required", "detail": "Required field."}]}');
  await answer(422, '{"errors": [{"code": "required", "detail": "Required field."}, {"code": "unsaid"}]}');
  await answer(404, '<html>');
  await answer(500, '{"errors": [{"detail": "An error occurred on the server."}]}');
  await answer(200, '{"data": "nothing of the kind"}');
  tellOfFaults(undefined);
  await answer(500, '');
  expect(told.map((message) => message.replace('the API answered ', ''))).toEqual([
    '422, unreadable',
    '404, unreadable',
    '500',
    '200, unreadable',
  ]);
});
