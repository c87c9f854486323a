import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendCheque } from '#contract/public/orders.ts';
import { MAX_CHEQUE_BYTES } from '#core/file/file-rules.ts';
import { refuse } from '#core/result.ts';
import { routeAfter } from '#server/platform/http/route.ts';
import { createTestApp, type TestApp } from '#tests/make/app.ts';

let testApp: TestApp;
beforeAll(async () => {
  // A cheque that is checked here has the right format and size
  const lookInto = async () => refuse({ code: 'invalid_file_type', field: 'cheque', message: 'cheque_pdf' } as const);
  testApp = await createTestApp([routeAfter(sendCheque, lookInto, lookInto)]);
});
afterAll(async () => await testApp.close());

const send = async (locale: string, contentType: string, payload: string) => {
  const headers = { 'site-locale': locale, 'content-type': contentType };
  const answer = await testApp.app.inject({ method: 'POST', url: '/api/v1/orders/one/send_cheque', headers, payload });
  return [answer.statusCode, ...answer.json<{ errors: { detail: string }[] }>().errors.map(({ detail }) => detail)];
};
const ofBytes = async (locale: string, count: number) =>
  await send(
    locale,
    'multipart/form-data; boundary=b',
    `--b\r\nContent-Disposition: form-data; name="cheque"; filename="a.pdf"\r\n\r\n${'a'.repeat(count)}\r\n--b--\r\n`,
  );

describe('a cheque that cannot be accepted', () => {
  test('of more than the maximum size is refused (spec 9); one byte less is checked further', async () => {
    expect(await ofBytes('ru', MAX_CHEQUE_BYTES + 1)).toEqual([413, 'Файл слишком большой: можно до 5 МБ.']);
    expect(await ofBytes('en', MAX_CHEQUE_BYTES + 1)).toEqual([413, 'The file is too large: maximum size 5 Mb.']);
    expect(await ofBytes('en', MAX_CHEQUE_BYTES)).toEqual([422, 'The cheque must be a PDF, maximum size 5 Mb.']);
  });

  test('in another format is refused with the required format', async () => {
    const document = (locale: string) => send(locale, 'application/vnd.api+json', '{}');
    expect(await document('ru')).toEqual([415, 'Отправьте файл как multipart/form-data.']);
    expect(await document('en')).toEqual([415, 'Send the file as multipart/form-data.']);
  });
});
