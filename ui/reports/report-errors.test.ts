import { expect, it } from 'vitest';
import { call } from '#contract/call.ts';
import { listPaymentSystems } from '#contract/public/payment-systems.ts';
import { isFault, isReported, reportFault, reportThrown, sendReportsTo } from './report-errors.ts';

it('reports bugs, but neither lost connections nor timeouts (spec 8)', () => {
  expect(isReported('Cannot read properties of undefined')).toBe(true);
  const lostConnections = [
    'Network Error',
    'NetworkError when attempting to fetch resource.',
    'Failed to fetch',
    'Load failed',
    'timeout exceeded',
  ];
  // The router aborts the requests of a page that is left
  const leftPages = ['The operation was aborted', 'BodyStreamBuffer was aborted', 'signal timed out', 'signal is aborted without reason'];
  for (const message of [...lostConnections, ...leftPages]) expect(isReported(message), message).toBe(false);
});

it('reports server faults, but neither refusals nor missing responses', () => {
  expect(isFault({ status: 500, unreadable: false })).toBe(true);
  expect(isFault({ status: 422, unreadable: true })).toBe(true);
  expect(isFault({ status: 422, unreadable: false })).toBe(false);
  expect(isFault({ status: 0, unreadable: true })).toBe(false);
});

it('reports every call whose errors were unreadable, but no readable refusal (spec 8)', async () => {
  const reports: unknown[] = [];
  sendReportsTo((problem) => void reports.push(problem));
  const answer = async (status: number, text: string) =>
    await call(listPaymentSystems, {}, { locale: 'en', failed: reportFault, send: async () => ({ status, header: () => null, text }) });
  await answer(422, '{"errors": [{"code": "required", "detail": "Required field."}]}');
  await answer(422, '{"errors": [{"code": "required", "detail": "Required field."}, {"code": "unsaid"}]}');
  await answer(404, '<html>');
  await answer(500, '{"errors": [{"detail": "An error occurred on the server."}]}');
  await answer(200, '{"data": "nothing of the kind"}');
  sendReportsTo(undefined);
  await answer(500, '');
  expect(reports.map((report) => String(report).replace('listPaymentSystems was answered ', ''))).toEqual([
    '422, unreadable',
    '404, unreadable',
    '500',
    '200, unreadable',
  ]);
});

it('reports a thrown error once and router responses from 500, but no refused call', () => {
  const reports: unknown[] = [];
  sendReportsTo((problem) => void reports.push(problem));
  const bug = new TypeError('x is not a function');
  const refused = Object.assign(new Error('Required field.'), { name: 'CallFailure' });
  for (const thrown of [bug, bug, refused, new TypeError('Failed to fetch'), { status: 404 }, { status: 503 }, 'plain', undefined])
    reportThrown(thrown);
  sendReportsTo(undefined);
  expect(reports).toEqual([bug, 'the page answered 503', 'thrown: plain', 'thrown: undefined']);
});

it('sends at most twenty reports per page', () => {
  const reports: unknown[] = [];
  sendReportsTo((problem) => void reports.push(problem));
  for (let count = 0; count < 50; count += 1) reportThrown(new Error(`number ${count}`));
  sendReportsTo(undefined);
  expect(reports).toHaveLength(20);
});
