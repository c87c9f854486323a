import { accessRefusal } from '#core/access/access.ts';
import { expect } from 'vitest';
import type { ApiAnswer } from './call-api.ts';
import { order, readSystems, requisitesOf } from './customer.ts';
import { attributesOf, type Operation, operationsOf } from './openapi-requests.ts';
import { OWNER, type ProductProcess } from './product.ts';

const WISH = { from: 'USDTTRC20', to: 'SBERRUB', side: 'income', amount: '100' } as const;

/** The calls of a running shop that change something, sent with whatever body. */
export interface WriteCalls {
  readonly operations: readonly Operation[];
  /** Calls that read a document. */
  readonly readers: readonly Operation[];
  readonly keys: Readonly<Record<string, string>>;
  path(operation: Operation): string;
  sendTo(operation: Operation, body: string | Uint8Array<ArrayBuffer>): Promise<ApiAnswer>;
}

/** Access is checked before the body is read, so each call is sent with allowed credentials. */
const isForAnybody = ({ action }: Operation): boolean => accessRefusal({ kind: 'guest' }, action) === undefined;

export async function openWriteCalls({ api }: ProductProcess): Promise<WriteCalls> {
  const own = await order(api, WISH, await readSystems(api));
  await requisitesOf(api, own);
  const session = await api.call('POST', '/api/v1/sessions', { type: 'sessions', attributes: OWNER });
  const cookie = session.headers['set-cookie']?.split(';')[0] ?? '';
  const described = operationsOf(JSON.parse((await api.call('GET', '/api/openapi.json')).text));
  const operations = described.filter(({ method }) => method !== 'GET');
  // A well-formed id of no order: the address is checked before the document
  const idOf = ({ parameters }: Operation) =>
    [own.id, '00000000-0000-4000-8000-000000000000', '1', 'none'].find((id) =>
      parameters.every(({ name, schema }) => name !== 'id' || new RegExp(schema.pattern ?? '', 'u').test(id)),
    ) ?? own.id;
  const path = (operation: Operation): string => operation.path.replace('{id}', idOf(operation));
  const keys = { 'order-token': own.token };
  return {
    operations,
    readers: operations.filter(({ body, isForm }) => body !== undefined && !isForm),
    keys,
    path,
    sendTo: (operation, body) =>
      api.call(operation.method, path(operation), { body, headers: isForAnybody(operation) ? keys : { cookie } }),
  };
}

export function expectRefused(answer: ApiAnswer, statuses: readonly number[], name = ''): void {
  expect(statuses, `${name} ${answer.status} ${answer.text.slice(0, 500)}`).toContain(answer.status);
  expect(answer.errors.length).toBeGreaterThan(0);
}

const LONG = 100_000;
/** Texts of 100 kB on which a careless pattern takes minutes. */
export const BAITS = [
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

/** Each text field of each call refuses its baits at the field. Returns the number of fields. */
export async function baitTextFields({ readers, sendTo }: WriteCalls, baitsOf: (field: number) => readonly string[]): Promise<number> {
  let fields = 0;
  for (const operation of readers) {
    for (const [name] of Object.entries(attributesOf(operation)).filter(([, schema]) => isText(schema))) {
      for (const bait of baitsOf(fields)) {
        const answer = await sendTo(operation, JSON.stringify({ [name]: bait }));
        expectRefused(answer, [422], operation.name);
        expect(answer.errors.map(({ source }) => source?.pointer)).toContain(`/data/attributes/${name}`);
      }
      fields += 1;
    }
  }
  return fields;
}
