import { afterAll, describe, expect, test } from 'vitest';
import { createExampleApp, errorsOf, firstErrorOf, HEADERS } from '#tests/make/example-app.ts';

const { ask, calculate, faults, get, close } = await createExampleApp();
afterAll(close);

describe('bodies', () => {
  test('a document and its bare attributes are equivalent', async () => {
    const attributes = { name: 'ann', requisites: { a: 'b' } };
    const [document, bare] = await Promise.all([calculate({ data: { type: 'examples', attributes } }), calculate(attributes)]);
    expect(document.statusCode).toBe(200);
    expect(bare.body).toBe(document.body);
  });

  test.each([
    [{ data: { type: 'orders', attributes: {} } }, 409, 'type_conflict', '/data/type'],
    [{ data: { type: ['examples'], attributes: {} } }, 409, 'type_conflict', '/data/type'],
    [{ data: { attributes: {} } }, 422, 'required', '/data/type'],
    [{}, 422, 'required', '/data/attributes/name'],
    ['', 422, 'required', '/data/attributes/name'],
    [{ name: '' }, 422, 'required', '/data/attributes/name'],
    [{ name: null }, 422, 'required', '/data/attributes/name'],
    [{ name: 'a' }, 422, 'too_short', '/data/attributes/name'],
    [{ name: 'a'.repeat(11) }, 422, 'too_long', '/data/attributes/name'],
    [{ name: 5 }, 422, 'invalid_format', '/data/attributes/name'],
    [{ name: 'ann', requisites: { 'a/b': 1 } }, 422, 'invalid_format', '/data/attributes/requisites/a/b'],
  ])('%j -> %i %s %s', async (body, status, code, pointer) => {
    expect(firstErrorOf(await calculate(body))).toEqual({ status, code, source: { pointer } });
  });

  test('several problems are several errors; problems of different kinds are a 400', async () => {
    expect(errorsOf(await calculate({ amount: 1, requisites: [] })).map(({ code, source }) => [code, source?.pointer])).toEqual([
      ['required', '/data/attributes/name'],
      ['invalid_format', '/data/attributes/amount'],
      ['invalid_format', '/data/attributes/requisites'],
    ]);
    expect((await calculate({ name: 'both' })).statusCode).toBe(400);
  });

  test('unknown members and `__proto__` members are dropped (R39)', async () => {
    const reply = await calculate(
      '{"name":"ann","role":"owner","__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"requisites":{"__proto__":"x","constructor":"y"}}',
    );
    expect(reply.statusCode).toBe(200);
    expect(reply.json().data.attributes).toEqual({ name: 'ann', amount: '{"constructor":"y"}' });
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });

  test.each([
    ['a byte-order mark', '\uFEFF{"name":"ann"}'],
    ['a repeated name', '{"name":"ann","name":"bob"}'],
    ['a repeated name, once escaped', '{"name":"ann","n\\u0061me":"bob"}'],
    ['depth', `{"name":"ann","x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['many items', `{"name":"ann","x":[${'1,'.repeat(100_000)}1]}`],
    ['half a surrogate pair', '{"name":"a\\ud800b"}'],
    ['NUL', '{"name":"a\\u0000b"}'],
    ['no JSON', '{"name":'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['null data', '{"data":null}'],
    ['a list of data', '{"data":[]}'],
    ['attributes of another kind', '{"data":{"type":"examples","attributes":[]}}'],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('%s is an invalid document (R46)', async (_name, body) => {
    expect(firstErrorOf(await calculate(body))).toMatchObject({ status: 400, code: 'invalid_document' });
  });

  test('ten megabytes are too large', async () => {
    expect(firstErrorOf(await calculate(`{"name":"${'a'.repeat(10_000_000)}"}`))).toMatchObject({ status: 413, code: 'body_too_large' });
  });
});

describe('queries', () => {
  const seen = async (query: string) => JSON.parse((await get(`/api/v1/examples?${query}`)).json().data[0].id) as unknown;

  test.each([
    ['page=2&per=5&include[]=friend&include[]=enemy', 'page[number]=2&page[size]=5&include=friend,enemy'],
    ['perPage=5', 'per=5'],
    ['status=open', 'filter[status]=open'],
    ['excluded[]=RUB&excluded[]=USD', 'filter[excluded]=RUB,USD'],
    ['page%5Bnumber%5D=3', 'page=3'],
  ])('%s equals %s', async (own, standard) => {
    expect(await seen(own)).toEqual(await seen(standard));
  });

  test.each([
    ['unknown=1', 'unknown'],
    ['sort=name', 'sort'],
    ['fields[examples]=password', 'fields[examples]'],
    ['fields[strangers]=name', 'fields[strangers]'],
    ['fields=name', 'fields'],
    ['include=stranger', 'include'],
    ['include[]=stranger', 'include[]'],
    ['page=0', 'page'],
    ['page=1&page=2', 'page'],
    ['page=1&page[number]=1', 'page[number]'],
    ['page[size]=1e3', 'page[size]'],
    ['status=%00', 'status'],
    ['status[]=x', 'status[]'],
    ['__proto__=x', '__proto__'],
    ['filter[__proto__]=x', 'filter[__proto__]'],
  ])('%s is refused with its name', async (query, parameter) => {
    expect(firstErrorOf(await get(`/api/v1/examples?${query}`))).toEqual({ status: 400, code: 'invalid_parameter', source: { parameter } });
  });
});

describe('the standard forms of a response', () => {
  const named = async (query: string) =>
    (await get(`/api/v1/public_examples?${query}`)).json<{
      data: { id: string; attributes: object }[];
      meta: object;
      links: Record<string, string | null>;
    }>();

  test('a list that a handler returns whole is sorted and paged too', async () => {
    expect((await named('')).meta).toEqual({ page: 1, per: 40, total: 40, total_pages: 1 });
    const { data, meta, links } = await named('sort=-name&page[number]=2&page[size]=3');
    expect(data.map(({ id }) => id)).toEqual(['ru-6', 'ru-5', 'ru-4']);
    expect(meta).toEqual({ page: 2, per: 3, total: 40, total_pages: 14 });
    expect(links['next']).toBe('/api/v1/public_examples?sort=-name&page%5Bsize%5D=3&page=3');
    expect((await named('page=2')).data).toEqual([]);
  });

  test('amounts are sorted by value, absent ones last in both directions', async () => {
    const amounts = async (sort: string) => (await named(`sort=${sort}&page[size]=5`)).data.map(({ attributes }) => attributes);
    expect(await amounts('amount,-name')).toMatchObject([{ amount: '9.5' }, { amount: '10' }, { amount: '10.25' }, { amount: null }, {}]);
    expect(await amounts('-amount')).toMatchObject([{ amount: '10.25' }, { amount: '10' }, { amount: '9.5' }, { amount: null }, {}]);
  });

  test.each(['sort=password', 'sort=name,-secret', 'page[number]=0', 'page[size]=1001', 'fields[public_examples]=name'])(
    '%s is refused',
    async (query) => {
      const parameter = query.split('=')[0];
      expect(firstErrorOf(await get(`/api/v1/public_examples?${query}`))).toEqual({
        status: 400,
        code: 'invalid_parameter',
        source: { parameter },
      });
    },
  );

  test('sparse fieldsets select members in every document', async () => {
    const list = await named('fields[examples]=amount');
    expect(Object.keys(list.data[0]?.attributes ?? {})).toEqual(['amount']);
    expect((await named('fields[examples]=')).data[0]).toEqual({
      type: 'examples',
      id: 'ru-0',
      attributes: {},
      links: { self: '/api/v1/examples/ru-0' },
    });
    const one = (await get('/api/v1/examples/x?include=friend&fields[examples]=name')).json();
    expect([one.data.relationships, one.data.attributes, one.included[0].attributes]).toEqual([
      undefined,
      { name: 'x' },
      { name: 'friend' },
    ]);
    const made = await ask({
      method: 'POST',
      url: '/api/v1/examples/calculate?fields[examples]=amount',
      headers: HEADERS,
      payload: '{"name":"ann"}',
    });
    expect(made.json().data.attributes).toEqual({ amount: '{}' });
  });

  test.each(['examples', 'calculate'])('a request document may call itself %s', async (type) => {
    expect((await calculate({ data: { type, id: 'x', attributes: { name: 'ann' } } })).statusCode).toBe(200);
  });
});

describe('documents', () => {
  test('paging is in meta and links, which keep the other parameters', async () => {
    const { meta, links } = (await get('/api/v1/examples?status=a%20b&page=2')).json();
    expect(meta).toEqual({ page: 2, per: 20, total: 45, total_pages: 3 });
    expect(links).toEqual({
      self: '/api/v1/examples?status=a%20b&page=2',
      first: '/api/v1/examples?status=a+b&page=1',
      prev: '/api/v1/examples?status=a+b&page=1',
      next: '/api/v1/examples?status=a+b&page=3',
      last: '/api/v1/examples?status=a+b&page=3',
    });
  });

  test('compound documents contain every resource once, each with its URL', async () => {
    const document = (await get('/api/v1/examples/x?include[]=friend')).json();
    expect(document.included.map(({ id }: { id: string }) => id)).toEqual(['friend']);
    expect(document.data.links.self).toBe('/api/v1/examples/x');
    expect(document.included[0].links.self).toBe('/api/v1/examples/friend');
  });

  test('HEAD has the headers of GET and no body', async () => {
    const [head, full] = await Promise.all([ask({ method: 'HEAD', url: '/api/v1/public_examples' }), get('/api/v1/public_examples')]);
    expect(head.body).toBe('');
    const withoutDate = (headers: object) => Object.entries(headers).filter(([name]) => name !== 'date');
    expect(withoutDate(head.headers)).toEqual(withoutDate(full.headers));
  });

  test('a trailing slash changes nothing', async () => {
    expect((await get('/api/v1/examples/x/')).statusCode).toBe(200);
  });
});

describe('errors', () => {
  test('are in the language of Site-Locale, Russian by default, and never echo it', async () => {
    const title = async (headers: Record<string, string>) => errorsOf(await get('/api/v1/examples/none', headers))[0]?.title;
    expect(await title({ 'site-locale': 'en' })).toBe('Page not found');
    expect(await title({})).toBe('Страница не найдена');
    const strange = await get('/api/v1/examples/none', { 'site-locale': 'xx<script>' });
    expect(errorsOf(strange)[0]?.title).toBe('Страница не найдена');
    expect(JSON.stringify(strange.headers) + strange.body).not.toContain('script>');
  });

  test('a fault is one 500 with an id, logged once, without internals', async () => {
    const before = faults.length;
    const reply = await get('/api/v1/examples/broken');
    expect(reply.statusCode).toBe(500);
    expect(reply.body).not.toContain('secret');
    expect(faults.slice(before)).toEqual([
      { event: 'fault', fields: expect.objectContaining({ fault_id: errorsOf(reply)[0]?.id, route: '/api/v1/examples/:id' }) },
    ]);
    faults.length = before;
  });
});

describe('caching', () => {
  test('public responses have an ETag per language and encoding, and are answered by 304', async () => {
    const [ru, en, packed] = await Promise.all([
      get('/api/v1/public_examples'),
      get('/api/v1/public_examples', { 'site-locale': 'en' }),
      get('/api/v1/public_examples', { 'accept-encoding': 'gzip, br' }),
    ]);
    const etags = [ru, en, packed].map(({ headers }) => String(headers.etag));
    expect(new Set(etags).size).toBe(3);
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.rawPayload.length).toBeLessThan(ru.rawPayload.length);
    const again = await get('/api/v1/public_examples', { 'if-none-match': `W/"x", ${etags[0]}` });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etags[0]]);
    expect((await get('/api/v1/public_examples', { 'if-none-match': String(etags[1]) })).statusCode).toBe(200);
  });

  test('private responses and errors are not cached', async () => {
    for (const url of ['/api/v1/examples/x', '/api/v1/examples/none', '/api/v1/nowhere'])
      expect((await get(url)).headers['cache-control']).toBe('no-store');
  });
});

describe('streams and files', () => {
  test('events are framed, resumed by Last-Event-ID, and end', async () => {
    const reply = await get('/api/v1/examples/x/events', { 'last-event-id': '7', accept: 'text/event-stream' });
    expect(reply.headers['content-type']).toBe('text/event-stream');
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    const [retry, ...events] = reply.body.split('\n\n');
    expect(retry).toMatch(/^retry: \d{4}$/);
    expect(events).toEqual(['id: 1\nevent: example\ndata: {"from":"7"}', 'id: 2\nevent: example\ndata: line one\ndata: line two', '']);
  });

  test('a refused stream is a JSON:API response, and HEAD opens no stream', async () => {
    expect(firstErrorOf(await get('/api/v1/examples/none/events', { accept: 'text/event-stream' }))).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect((await ask({ method: 'HEAD', url: '/api/v1/examples/x/events' })).body).toBe('');
  });

  test('files are attachments that no browser executes', async () => {
    const { headers } = await get('/api/v1/examples/x/file.pdf');
    expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    expect(headers['content-disposition']).toBe(`attachment; filename="___.pdf"; filename*=UTF-8''%D1%87%D0%B5%D0%BA.pdf`);
    expect(headers['content-security-policy']).toContain('sandbox');
  });
});
