import { expect, test } from 'vitest';
import { endpoint } from '#contract/endpoint.ts';
import { accept, refuse } from '#core/result.ts';
import { createTestApp, TEST_ORIGIN } from '#tests/make/app.ts';
import * as z from 'zod/mini';
import { route } from './route.ts';

const file = endpoint({
  name: 'exampleArchive',
  summary: 'Bytes that are not there',
  method: 'GET',
  path: '/api/v1/examples/{id}/archive',
  action: 'browse',
  params: z.object({ id: z.string() }),
  reply: { kind: 'file', mediaType: 'application/zip', page: '/examples/{id}' },
  refusals: ['not_found', 'fresh_factor_required'],
});
const office = endpoint({
  ...file,
  name: 'officeArchive',
  path: '/api/office/v1/archives/{id}',
  action: 'enter_office',
  reply: { kind: 'file', mediaType: 'application/zip' },
});
const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-dest': 'document' };

const routes = [
  route(file, async ({ params: { id } }) => {
    if (id === 'broken') throw new Error('the inside');
    if (id === 'there') return accept({ bytes: Buffer.from('PK'), fileName: 'a.zip', disposition: 'attachment' });
    return refuse({ code: id === 'gone' ? 'not_found' : 'fresh_factor_required' });
  }),
  route(office, async () => refuse({ code: 'not_found' })),
];

test('a browser that opens a refused file gets a page with the reason and a link back; programs get JSON:API', async () => {
  const { app, faults, close } = await createTestApp(routes);
  const open = async (url: string, headers: object = NAVIGATION) => {
    const { statusCode, headers: answered, body } = await app.inject({ url, headers: { host: new URL(TEST_ORIGIN).host, ...headers } });
    return { status: statusCode, type: answered['content-type'], body };
  };
  const stale = await open('/api/v1/examples/x%22y/archive');
  expect(stale).toMatchObject({ status: 403, type: 'text/html; charset=utf-8' });
  expect(stale.body).toContain('<html lang="ru">');
  expect(stale.body).toContain('<h1>Подтвердите, что это вы</h1>');
  expect(stale.body).toContain('<a href="/examples/x%22y">Вернуться на страницу</a>');

  const english = { ...NAVIGATION, referer: `${TEST_ORIGIN}/en/account/data?a=1&b=2` };
  const back = await open('/api/v1/examples/gone/archive', english);
  expect(back.status).toBe(404);
  expect(back.body).toContain('<a href="/en/account/data?a=1&amp;b=2">Back to the page</a>');
  for (const referer of ['https://elsewhere.example/en/x', `${TEST_ORIGIN}//elsewhere.example`, `${TEST_ORIGIN}/api/v1/user`, 'nonsense'])
    expect((await open('/api/v1/examples/gone/archive', { ...NAVIGATION, referer, 'accept-language': 'en-GB' })).body, referer).toContain(
      '<a href="/en/examples/gone">',
    );

  // The API at another origin has no pages: its link leads to the site
  const elsewhere = await open('/api/v1/examples/gone/archive', { ...NAVIGATION, host: 'api.example:8443' });
  expect(elsewhere.body).toContain(`<a href="${TEST_ORIGIN}/examples/gone">`);

  const fault = await open('/api/v1/examples/broken/archive');
  expect(fault).toMatchObject({ status: 500, type: 'text/html; charset=utf-8' });
  expect(fault.body).not.toContain('the inside');
  expect(faults.splice(0)).toHaveLength(1);

  // An expired session at a file of the office
  const guest = await open('/api/office/v1/archives/1', { accept: NAVIGATION.accept });
  expect(guest).toMatchObject({ status: 401, type: 'text/html; charset=utf-8' });
  expect(guest.body).toContain('<a href="/office/">');

  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/vnd.api+json' }, { ...NAVIGATION, 'sec-fetch-dest': 'empty' }])
    expect((await open('/api/v1/examples/gone/archive', headers)).type).toBe('application/vnd.api+json');
  expect((await open('/api/v1/examples/there/archive')).type).toBe('application/zip');
  await close();
});
