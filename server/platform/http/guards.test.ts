import { afterAll, describe, expect, test } from 'vitest';
import { createTestApp, TEST_ORIGIN } from '#tests/make/app.ts';
import { createExampleApp, firstErrorOf, HEADERS, JSON_API } from '#tests/make/example-app.ts';
import { exampleRoutes } from '#tests/make/example-routes.ts';

const { ask, calculate, get, close } = await createExampleApp();
afterAll(close);

describe('media types', () => {
  test.each([
    ['GET', '/api/v1/examples/x', 200],
    ['GET', '/api/v1/nowhere', 404],
    ['GET', '/nowhere', 404],
    ['PATCH', '/api/v1/examples/x', 405],
    ['OPTIONS', '/api/v1/examples/x', 405],
    ['GET', '/api/v1/examples/%zz', 404],
    ['GET', '/api/v1/examples/%00', 404],
  ] as const)('%s %s is a JSON:API answer of %i without parameters', async (method, url, status) => {
    const reply = await ask({ method, url, headers: HEADERS });
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([status, JSON_API]);
  });

  test('405 lists the allowed methods', async () => {
    expect((await ask({ method: 'PUT', url: '/api/v1/examples/x', headers: HEADERS })).headers.allow).toBe('GET, HEAD');
  });

  test.each([
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    `${JSON_API}; charset=utf-8`,
    `${JSON_API}; ext="https://example.com/x"`,
    `${JSON_API}; q=1`,
  ])('a body of %s is 415', async (type) => {
    expect(firstErrorOf(await calculate('{}', { 'content-type': type }))).toEqual({
      status: 415,
      code: 'unsupported_media_type',
      source: { header: 'Content-Type' },
    });
  });

  test('both headers may have a profile', async () => {
    const profile = `${JSON_API}; profile="https://example.com/p"`;
    expect((await calculate({ name: 'ann' }, { 'content-type': profile, accept: profile })).statusCode).toBe(200);
  });

  test.each([
    [undefined, 200],
    ['*/*', 200],
    ['application/*', 200],
    [`${JSON_API}; charset=utf-8, ${JSON_API}`, 200],
    ['text/html, */*;q=0.1', 200],
    [`${JSON_API}; charset=utf-8`, 406],
    [`${JSON_API}; ext="https://example.com/x"`, 406],
    ['text/html', 406],
    ['application/json', 406],
    ['*/*;q=0', 406],
    [`${JSON_API};q=0, */*`, 406],
    [`text/html, ${JSON_API}; profile="https://example.com/a,b"; q=0.5`, 200],
    [`${JSON_API}; profile="a\\"b"`, 200],
    [`${JSON_API}; charset=utf-8, application/*;q=0.1`, 200],
  ])('Accept: %s is %i', async (accept, status) => {
    expect((await get('/api/v1/examples/x', accept === undefined ? {} : { accept })).statusCode).toBe(status);
  });

  test('a GET without a body may have the header, but not with parameters', async () => {
    expect((await get('/api/v1/examples/x', { 'content-type': JSON_API })).statusCode).toBe(200);
    expect((await get('/api/v1/examples/x', { 'content-type': `${JSON_API}; charset=utf-8` })).statusCode).toBe(415);
  });
});

describe('other sites', () => {
  const send = (headers: Record<string, string>) =>
    ask({
      method: 'POST',
      url: '/api/v1/examples/calculate',
      headers: { 'content-type': JSON_API, ...headers },
      payload: '{"name":"ann"}',
    });
  test.each([
    [{ 'site-locale': 'ru' }, 200],
    [{ origin: TEST_ORIGIN }, 200],
    [{ origin: 'http://localhost:4321', host: 'localhost:4321' }, 200],
    [{}, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'https://evil.example', 'site-locale': 'ru' }, 403],
    [{ origin: 'null', 'site-locale': 'ru' }, 403],
    [{ origin: 'http://evil.example', host: 'evil.example', 'site-locale': 'ru' }, 403],
    [{ 'sec-fetch-site': 'cross-site', 'site-locale': 'ru' }, 403],
  ])('%j -> %i', async (headers, status) => {
    const reply = await send(headers);
    expect(reply.statusCode).toBe(status);
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('forms of other sites are refused on every unsafe route, uploads too (R48)', async () => {
    for (const url of ['/api/v1/examples/calculate', '/api/v1/examples/x/file']) {
      for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
        const reply = await ask({ method: 'POST', url, headers: { origin: 'https://evil.example', 'content-type': type }, payload: 'a=b' });
        expect([403, 415]).toContain(reply.statusCode);
      }
    }
  });

  test('method overrides are ignored', async () => {
    const reply = await calculate({ name: 'ann' }, { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' });
    expect(reply.statusCode).toBe(200);
  });
});

describe('uploads', () => {
  const form = (parts: readonly { name: string; fileName?: string; value: string }[]) => {
    const lines = parts.flatMap(({ name, fileName, value }) => [
      '--b',
      `Content-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/pdf`}`,
      '',
      value,
    ]);
    return ask({
      method: 'POST',
      url: '/api/v1/examples/x/file',
      headers: { 'site-locale': 'en', 'content-type': 'multipart/form-data; boundary=b' },
      payload: [...lines, '--b--', ''].join('\r\n'),
    });
  };
  const name = { name: 'name', value: 'ann' };

  test('fields become attributes, files are found by name', async () => {
    const reply = await form([
      name,
      { name: 'cheque', fileName: '../../etc/pass\u202ewd.pdf', value: '%PDF-' },
      { name: 'other', fileName: 'x', value: 'thrown away' },
    ]);
    expect(reply.json().data.attributes.name).toBe('ann passwd.pdf 5');
  });

  test('a missing file, a missing field and a too large file are refused with their pointer', async () => {
    expect(firstErrorOf(await form([name]))).toEqual({ status: 422, code: 'required', source: { pointer: '/data/attributes/cheque' } });
    expect(firstErrorOf(await form([{ name: 'cheque', fileName: 'x', value: 'y' }]))).toEqual({
      status: 422,
      code: 'required',
      source: { pointer: '/data/attributes/name' },
    });
    expect((await form([name, { name: 'cheque', fileName: 'x', value: 'a'.repeat(1000) }])).statusCode).toBe(200);
    expect(firstErrorOf(await form([name, { name: 'cheque', fileName: 'x', value: 'a'.repeat(1001) }]))).toEqual({
      status: 413,
      code: 'file_too_large',
      source: { pointer: '/data/attributes/cheque' },
    });
  });

  test('an empty file is refused as empty; an unused file field counts as absent', async () => {
    const empty = await form([name, { name: 'cheque', fileName: 'x.pdf', value: '' }]);
    expect(firstErrorOf(empty)).toEqual({ status: 422, code: 'invalid_file_type', source: { pointer: '/data/attributes/cheque' } });
    expect(empty.json().errors[0].detail).toBe('The file is empty. Choose another one.');
    expect(firstErrorOf(await form([name, { name: 'cheque', fileName: '', value: '' }])).code).toBe('required');
    expect(
      (await form([name, { name: 'cheque', fileName: 'x', value: 'y' }, { name: 'other', fileName: 'z', value: '' }])).statusCode,
    ).toBe(200);
  });

  test('malformed forms are a 4xx', async () => {
    for (const [type, payload] of [
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=b', '--b\r\nbroken'],
      [JSON_API, '{}'],
    ] as const) {
      const reply = await ask({
        method: 'POST',
        url: '/api/v1/examples/x/file',
        headers: { 'site-locale': 'en', 'content-type': type },
        payload,
      });
      expect(reply.statusCode, `${type} ${payload} ${reply.body}`).toBeLessThan(500);
      expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    }
  });
});

describe('access', () => {
  test('guests must sign in, customers are refused, operators are admitted', async () => {
    const user = { kind: 'user', userId: 'u', sessionId: 's', email: 'e@example.com', hasVerifiedEmail: true } as const;
    const roles = await createTestApp(exampleRoutes, { authenticator: { authenticate: async (role) => ({ ...user, role }) } });
    const enter = (cookie?: string) =>
      roles.app.inject({ url: '/api/office/v1/examples', headers: cookie === undefined ? {} : { cookie } });
    expect(firstErrorOf(await enter())).toMatchObject({ status: 401, code: 'not_authenticated' });
    expect(firstErrorOf(await enter('session=customer'))).toMatchObject({ status: 403, code: 'access_denied' });
    expect((await enter('session=owner')).statusCode).toBe(200);
    await roles.close();
  });

  test('https sets HSTS and requires the host-bound cookie', async () => {
    const secure = await createTestApp(exampleRoutes, { settings: { publicUrl: 'https://example.com', mode: 'production' } });
    expect((await secure.app.inject('/api/v1/examples/x')).headers['strict-transport-security']).toMatch(/max-age=\d{8}/);
    expect((await get('/api/v1/examples/x')).headers['strict-transport-security']).toBeUndefined();
    await secure.close();
  });
});
