import { ALL_ENDPOINTS } from '#contract/all.ts';
import { accessRefusal } from '#core/access/access.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiAnswer, JSON_API, type Resource } from '#tests/make/call-api.ts';
import { fillForm, order, readSystems, requisitesOf, sendForm } from '#tests/make/customer.ts';
import { attributesOf, type Operation, operationsOf } from '#tests/make/openapi-requests.ts';
import { createProduct, OWNER, type Product, type ProductProcess } from '#tests/make/product.ts';
import { sendRaw } from '#tests/make/raw-http.ts';

const WISH = { from: 'USDTTRC20', to: 'SBERRUB', side: 'income', amount: '100' } as const;
const DEPTH = 10_000;
const MEBIBYTE = 1024 * 1024;

let product: Product;
let app: ProductProcess;
let systems: ReadonlyMap<string, Resource>;
let operations: readonly Operation[];
let cookie: string;
let path: (operation: Operation) => string;
let keys: Readonly<Record<string, string>>;

beforeAll(async () => {
  product = await createProduct();
  app = await product.start();
  const { api } = app;
  systems = await readSystems(api);
  const own = await order(api, WISH, systems);
  await requisitesOf(api, own);
  const session = await api.call('POST', '/api/v1/sessions', { type: 'sessions', attributes: OWNER });
  cookie = session.headers['set-cookie']?.split(';')[0] ?? '';
  operations = operationsOf(JSON.parse((await api.call('GET', '/api/openapi.json')).text)).filter(({ method }) => method !== 'GET');
  // A well-formed id of no order: the address is checked before the document
  const idOf = ({ parameters }: Operation) =>
    [own.id, '00000000-0000-4000-8000-000000000000', '1', 'none'].find((id) =>
      parameters.every(({ name, schema }) => name !== 'id' || new RegExp(schema.pattern ?? '', 'u').test(id)),
    ) ?? own.id;
  path = (operation) => operation.path.replace('{id}', idOf(operation));
  keys = { 'order-token': own.token };
});
afterAll(async () => {
  await product.close();
});

/** Calls that read a document. */
const readers = (): readonly Operation[] => operations.filter(({ body, isForm }) => body !== undefined && !isForm);

/** Access is checked before the body is read, so each call is sent with allowed credentials. */
const isForAnybody = ({ action }: Operation): boolean => accessRefusal({ kind: 'guest' }, action) === undefined;

const sendTo = (operation: Operation, body: string | Uint8Array<ArrayBuffer>): Promise<ApiAnswer> =>
  app.api.call(operation.method, path(operation), { body, headers: isForAnybody(operation) ? keys : { cookie } });

/** Calls without required input: unknown members are dropped, and the answer is the same as without them. */
const hasNoRequiredFields = ({ body }: Operation): boolean => (body?.anyOf?.[1]?.required ?? body?.required ?? []).length === 0;

/** Calls that take whole lists, and so larger documents. */
const ROOMY: ReadonlySet<string> = new Set(
  ALL_ENDPOINTS.filter(({ maxBytes }) => maxBytes !== undefined).map(({ path: address }) => address),
);
const isRoomy = (operation: Operation): boolean => ROOMY.has(operation.path);

function expectDropped(operation: Operation, answer: ApiAnswer, statuses: readonly number[]): void {
  // A guest gets 401 and a missing resource 404 before the body is read
  if (hasNoRequiredFields(operation) && [200, 202, 401, 404].includes(answer.status)) return;
  expectRefused(answer, statuses, operation.name);
}

function expectRefused(answer: ApiAnswer, statuses: readonly number[], name = ''): void {
  expect(statuses, `${name} ${answer.status} ${answer.text.slice(0, 500)}`).toContain(answer.status);
  expect(answer.errors.length).toBeGreaterThan(0);
}

const nested = (open: string, close: string): string => open.repeat(DEPTH) + close.repeat(DEPTH);
const utf8 = (...bytes: number[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([Buffer.from('{"email":"'), Buffer.from(bytes), Buffer.from('"}')]));

describe('oversized documents (R46)', () => {
  const BOMBS: readonly (readonly [string, string | Uint8Array<ArrayBuffer>, readonly number[]])[] = [
    ['arrays 10,000 deep', nested('[', ']'), [400]],
    ['objects 10,000 deep', `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`, [400]],
    ['a document 10,000 deep', `{"data":{"type":"orders","attributes":{"email":${nested('[', ']')}}}}`, [400]],
    ['brackets that never close', '['.repeat(200_000), [400]],
    ['100,000 items', `{"email":[${'1,'.repeat(100_000)}1]}`, [400]],
    ['a million items', `{"email":[${'1,'.repeat(1_000_000)}1]}`, [413]],
    ['18,000 members, the first of them again', `{${Array.from({ length: 18_000 }, (_, i) => `"${i}":0`).join()},"0":1}`, [400]],
    ['a member named twice', '{"email":"a@example.org","email":"b@example.org"}', [400]],
    ['a member named twice, once escaped', '{"email":"a@example.org","\\u0065mail":"b@example.org"}', [400]],
    ['data named twice', '{"data":{"type":"orders"},"data":{"type":"orders"}}', [400]],
    ['a byte-order mark', '\uFEFF{"email":"a@example.org"}', [400]],
    ['half of a surrogate pair', '{"email":"\\ud800"}', [400]],
    ['half of a surrogate pair as a name', '{"\\udc00":"a"}', [400]],
    ['NUL', '{"email":"a\\u0000b@example.org"}', [400]],
    ['NUL as it is', '{"email":"a\u0000b@example.org"}', [400]],
    ['bytes that are no UTF-8', utf8(0xff, 0xfe), [400]],
    ['overlong UTF-8', utf8(0xc0, 0xaf), [400]],
    ['UTF-16', new Uint8Array(Buffer.from('{"email":"a"}', 'utf16le')), [400]],
    ['a number that is none', '{"email":NaN}', [400]],
    ['an array', '[]', [400]],
    ['null', 'null', [400]],
    ['a string', '"{}"', [400]],
    ['data that is an array', '{"data":[]}', [400]],
    ['nothing but space', ' '.repeat(1_000), [400]],
    ['10 MiB', `{"email":"${'a'.repeat(10 * MEBIBYTE)}"}`, [413]],
  ];

  it.each(BOMBS)('%s: refused by every call that reads a document', async (_what, body, statuses) => {
    for (const operation of readers())
      expectRefused(await sendTo(operation, body), isRoomy(operation) ? [...statuses, 400, 422] : statuses, operation.name);
  });

  it('a number of 100,000 digits is refused or dropped', async () => {
    for (const operation of readers()) expectDropped(operation, await sendTo(operation, `{"email":${'9'.repeat(100_000)}}`), [409, 422]);
  });

  it.each(['__proto__', 'a'.repeat(30), 'длинное имя'])('8,000 unknown members like %s are dropped', async (name) => {
    const members = Array.from({ length: 8_000 }, (_, i) => `"${name}${i}":${i}`).join();
    for (const operation of readers())
      expectDropped(operation, await sendTo(operation, `{${members.slice(0, 200_000).replace(/,[^,]*$/, '')}}`), [409, 422]);
  });

  it('an endless form, and one without a boundary', async () => {
    const [operation] = operations.filter(({ isForm }) => isForm);
    if (operation === undefined) throw new Error('no call takes a form');
    for (const [type, body] of [
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=', '--\r\n'],
      ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="cheque"; filename="c.pdf"\r\n\r\n%PDF'],
      ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n'],
      ['multipart/form-data; boundary=b', `--b\r\n${'x: y\r\n'.repeat(5_000)}\r\n\r\n--b--\r\n`],
      ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="x"\r\n\r\ny\r\n'.repeat(3_000)],
    ] as const) {
      const answer = await app.api.call(operation.method, path(operation), { body, headers: { ...keys, 'content-type': type } });
      expectRefused(answer, [400, 413, 415, 422]);
    }
  });
});

describe('text fields (R46)', () => {
  const LONG = 100_000;
  const BAITS = [
    `${'a'.repeat(LONG)}!`,
    ' '.repeat(LONG),
    `1${' 000'.repeat(LONG / 4)}x`,
    'a@'.repeat(LONG / 2),
    `a@${'a.'.repeat(LONG / 2)}`,
    `${'0'.repeat(LONG)}x`,
    '\t\n'.repeat(LONG / 2),
    `0x${'f'.repeat(LONG)}g`,
  ] as const;
  const isText = (schema: { readonly type?: string; readonly anyOf?: readonly { readonly type?: string }[] }): boolean =>
    schema.type === 'string' || schema.anyOf?.some(({ type }) => type === 'string') === true;

  it('100 kB of bait in each text field of each call is refused at the field', async () => {
    let fields = 0;
    for (const operation of readers()) {
      for (const [name] of Object.entries(attributesOf(operation)).filter(([, schema]) => isText(schema))) {
        fields += 1;
        for (const bait of BAITS) {
          const answer = await sendTo(operation, JSON.stringify({ [name]: bait }));
          expectRefused(answer, [422], operation.name);
          expect(answer.errors.map(({ source }) => source?.pointer)).toContain(`/data/attributes/${name}`);
        }
      }
    }
    expect(fields).toBeGreaterThan(20);
  });

  it('bait in every requisite, and as a requisite’s name', async () => {
    const form = await fillForm(app.api, WISH, systems);
    for (const bait of BAITS) {
      for (const requisites of [{ card_number: bait }, { [bait]: 'x' }]) {
        const answer = await sendForm(app.api, { ...form, outcome_requisites: requisites });
        expectRefused(answer, [422]);
        expect(answer.errors[0]?.source?.pointer?.startsWith('/data/attributes/outcome_requisites')).toBe(true);
      }
    }
  });

  it('bait of a requisite’s maximum length, in every field of the catalogue', async () => {
    const short = ['a'.repeat(199), `${'0 '.repeat(99)}x`, '-'.repeat(199), `${'1'.repeat(198)}!`, `${'aA1'.repeat(66)}@`];
    for (const [code, { attributes }] of systems) {
      const from = code === 'BTC' ? 'ETH' : 'BTC';
      const fields = attributes['outcome_fields'] as readonly { readonly key: string }[];
      const base = {
        payment_system_from_id: from,
        payment_system_to_id: code,
        income_amount: '1',
        rate_calculation_id: 'x',
        accept_terms: true,
      };
      for (const bait of short) {
        const outcome_requisites = Object.fromEntries(fields.map(({ key }) => [key, bait]));
        expectRefused(await sendForm(app.api, { ...base, email: bait, outcome_requisites }), [422]);
      }
    }
  });

  it('bait in paths and queries', async () => {
    for (const bait of BAITS.map((text) => encodeURIComponent(text.slice(0, 10_000)))) {
      for (const target of [`/api/v1/orders/${bait}`, `/api/v1/payment_systems?${bait}=1`, `/api/v1/orders?page=${bait}`]) {
        const answer = await app.api.call('GET', target);
        expectRefused(answer, [400, 401, 404, 414, 431]);
      }
    }
  });
});

describe('headers (R46)', () => {
  const post = (headers: readonly string[], body = ''): string =>
    [`POST /api/v1/orders HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close', ...headers, '', body].join('\r\n');
  const OWN_HEADERS = [`Content-Type: ${JSON_API['content-type']}`, 'Site-Locale: ru', 'Content-Length: 2'];

  it.each([
    ['%s: an error document, and the connection is closed', Array.from({ length: 10_000 }, (_, i) => `X-${i}: 1`), [400, 431]],
    ['one header of 1 MiB', [`X-Long: ${'a'.repeat(MEBIBYTE)}`], [400, 431]],
    ['1,900 short headers', Array.from({ length: 1_900 }, (_, i) => `A${i}:`), [400, 422, 431]],
    ['1,000 cookies', [`Cookie: ${Array.from({ length: 1_000 }, (_, i) => `c${i}=1`).join('; ')}`], [400, 422, 431]],
    ['a header without a name', [': x'], [400]],
    ['a header on two lines', ['X-Folded: a', ' b'], [400]],
    ['a length that is none', ['Content-Length: -1'], [400]],
    ['a length and chunks', ['Transfer-Encoding: chunked'], [400]],
  ] as const)('%s: an error document, and the line is closed', async (_what, headers, statuses) => {
    const { status, headers: got, body } = await sendRaw(app.url, post([...OWN_HEADERS, ...headers], '{}'));
    expect(statuses).toContain(status);
    expect(got['content-type']).toBe(JSON_API['content-type']);
    const { errors } = JSON.parse(body) as { errors: readonly { status: string; code: string; detail: string }[] };
    expect(errors[0]).toMatchObject({ status: String(status), code: expect.any(String), detail: expect.any(String) });
  });
});

describe('afterwards', () => {
  it('an order still succeeds, no fault was logged, and the books agree', async () => {
    expect((await sendForm(app.api, await fillForm(app.api, WISH, systems))).status).toBe(201);
    expect(await product.audit()).toEqual([]);
    expect(product.findings()).toEqual([]);
  });
});
