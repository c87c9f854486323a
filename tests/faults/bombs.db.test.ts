import { ALL_ENDPOINTS } from '#contract/all.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiAnswer, JSON_API, type Resource } from '#tests/make/call-api.ts';
import { fillForm, readSystems, sendForm } from '#tests/make/customer.ts';
import type { Operation } from '#tests/make/openapi-requests.ts';
import { createProduct, type Product, type ProductProcess } from '#tests/make/product.ts';
import { sendRaw } from '#tests/make/raw-http.ts';
import { BAITS, baitTextFields, expectRefused, openWriteCalls, type WriteCalls } from '#tests/make/write-calls.ts';

const WISH = { from: 'USDTTRC20', to: 'SBERRUB', side: 'income', amount: '100' } as const;
const DEPTH = 10_000;
const MEBIBYTE = 1024 * 1024;
/** The limit of calls without `maxBytes` of their own (`create-http.ts`). */
const MAX_BODY_BYTES = 256 * 1024;

let product: Product;
let app: ProductProcess;
let systems: ReadonlyMap<string, Resource>;
let calls: WriteCalls;

beforeAll(async () => {
  product = await createProduct();
  app = await product.start();
  systems = await readSystems(app.api);
  calls = await openWriteCalls(app);
});
afterAll(async () => {
  await product.close();
});

/** Calls without required input: unknown members are dropped, and the answer is the same as without them. */
const hasNoRequiredFields = ({ body }: Operation): boolean => (body?.anyOf?.[1]?.required ?? body?.required ?? []).length === 0;

/** Limits of calls that take whole lists, and so larger documents. */
const LIMITS: ReadonlyMap<string, number> = new Map(
  ALL_ENDPOINTS.flatMap(({ name, maxBytes }) => (maxBytes === undefined ? [] : [[name, maxBytes] as const])),
);
const limitOf = ({ name }: Operation): number => LIMITS.get(name) ?? MAX_BODY_BYTES;
const isRoomy = ({ name }: Operation): boolean => LIMITS.has(name);

function expectDropped(operation: Operation, answer: ApiAnswer, statuses: readonly number[]): void {
  // A guest gets 401 and a missing resource 404 before the body is read
  if (hasNoRequiredFields(operation) && [200, 202, 401, 404].includes(answer.status)) return;
  expectRefused(answer, statuses, operation.name);
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
  ];
  const HUGE: readonly (readonly [string, string])[] = [
    ['a million items', `{"email":[${'1,'.repeat(1_000_000)}1]}`],
    ['10 MiB', `{"email":"${'a'.repeat(10 * MEBIBYTE)}"}`],
  ];

  it.each(BOMBS)('%s: refused by every call that reads a document', async (_what, body, statuses) => {
    for (const operation of calls.readers)
      expectRefused(await calls.sendTo(operation, body), isRoomy(operation) ? [...statuses, 400, 422] : statuses, operation.name);
  });

  it('a document one byte longer than the limit is refused by every call that reads one', async () => {
    for (const operation of calls.readers)
      expectRefused(await calls.sendTo(operation, ' '.repeat(limitOf(operation) + 1)), [413], operation.name);
  });

  /** Every call keeps its limit (above), so one of each limit shows what follows far beyond it. */
  const oneOfEachLimit = (): readonly Operation[] => [...new Map(calls.readers.map((one) => [limitOf(one), one])).values()];

  it.each(HUGE)('%s: refused by a call of each limit', async (_what, body) => {
    expect(oneOfEachLimit().length).toBeGreaterThan(1);
    for (const operation of oneOfEachLimit())
      expectRefused(await calls.sendTo(operation, body), isRoomy(operation) ? [400, 413, 422] : [413], operation.name);
  });

  it('a number of 100,000 digits is refused or dropped', async () => {
    for (const operation of calls.readers)
      expectDropped(operation, await calls.sendTo(operation, `{"email":${'9'.repeat(100_000)}}`), [409, 422]);
  });

  it.each(['__proto__', 'a'.repeat(30), 'длинное имя'])('8,000 unknown members like %s are dropped', async (name) => {
    const members = Array.from({ length: 8_000 }, (_, i) => `"${name}${i}":${i}`).join();
    for (const operation of calls.readers)
      expectDropped(operation, await calls.sendTo(operation, `{${members.slice(0, 200_000).replace(/,[^,]*$/, '')}}`), [409, 422]);
  });

  it('an endless form, and one without a boundary', async () => {
    const [operation] = calls.operations.filter(({ isForm }) => isForm);
    if (operation === undefined) throw new Error('no call takes a form');
    for (const [type, body] of [
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=', '--\r\n'],
      ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="cheque"; filename="c.pdf"\r\n\r\n%PDF'],
      ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n'],
      ['multipart/form-data; boundary=b', `--b\r\n${'x: y\r\n'.repeat(5_000)}\r\n\r\n--b--\r\n`],
      ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="x"\r\n\r\ny\r\n'.repeat(3_000)],
    ] as const) {
      const answer = await app.api.call(operation.method, calls.path(operation), {
        body,
        headers: { ...calls.keys, 'content-type': type },
      });
      expectRefused(answer, [400, 413, 415, 422]);
    }
  });
});

describe('text fields (R46)', () => {
  // All baits in each of them: `tests/campaign/text-fields.db.test.ts`
  it('100 kB of bait in each text field of each call, another in turn, is refused at the field', async () => {
    expect(await baitTextFields(calls, (field) => BAITS.slice(field % BAITS.length, (field % BAITS.length) + 1))).toBeGreaterThan(
      BAITS.length,
    );
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
