import { EXAMPLE_CALCULATION, EXAMPLE_ID } from '#contract/example-of.ts';
import type { DocCall } from './calls.ts';

/** Ids from earlier responses. Later examples use them in place of the ids of the documentation, which do not exist. */
export interface CreatedIds {
  readonly order?: string;
  readonly calculation?: string;
}

const ID_NAMES = { orders: 'order', rate_calculations: 'calculation' } as const;

/** The id in a response, if it has one of these. */
export function createdIdsIn(text: string): CreatedIds {
  const match = /"type":\s*"(orders|rate_calculations)",\s*"id":\s*"([^"]+)"/.exec(text);
  const kind = match?.[1] === 'orders' || match?.[1] === 'rate_calculations' ? ID_NAMES[match[1]] : undefined;
  return kind === undefined ? {} : { [kind]: match?.[2] };
}

/** An example with the ids of earlier responses. */
export const withCreatedIds = (example: string, { order, calculation }: CreatedIds): string =>
  example.replaceAll(EXAMPLE_CALCULATION, calculation ?? EXAMPLE_CALCULATION).replaceAll(EXAMPLE_ID, order ?? EXAMPLE_ID);

/** Signing in a partner's program, ready to run (Node 20 and later). */
export const SIGN_SAMPLE = `import { createHash, createHmac } from 'node:crypto';

export function sign(secret, method, target, body = '') {
  const timestamp = (Date.now() / 1000).toFixed(6);
  const hash = createHash('sha256').update(body).digest('hex');
  const mac = createHmac('sha256', secret).update([timestamp, method, target, hash].join('\\n')).digest('hex');
  return { 'Partner-Timestamp': timestamp, 'Partner-Signature': 'v1=' + mac };
}`;

/** Signature of the example in the text; a test computes it. */
export const VECTOR = 'v1=a8afdb30db01843251d8a6811974fa3e095f565613a898603c29cdb175dc9e7c';

/** Verification of a webhook in a partner's program (Node 20 and later). */
export const VERIFY_SAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto';

export function verify(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const mac = createHmac('sha256', key).update(id + '.' + time + '.' + body).digest();
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64');
    return one.startsWith('v1,') && given.length === mac.length && timingSafeEqual(given, mac);
  });
}`;

/** An error response. */
export const ERROR_SAMPLE = `{
  "errors": [
    {
      "id": "0199f5c2-6d0f-7c55-9c0b-3d6b1f0a2c11",
      "status": "422",
      "code": "amount_below_minimum",
      "title": "Amount below the minimum",
      "detail": "The least is 1000 XTS",
      "source": { "pointer": "/data/attributes/income_amount" },
      "meta": { "min_income_amount": "1000" }
    }
  ]
}`;

/** Use of the client package. */
export const CLIENT_SAMPLE = `import { createClient } from '@razmen/client';

const shop = createClient({ baseUrl: 'https://shop.example', key: process.env.KEY, secret: process.env.SECRET });
const answer = await shop.getOrder({ params: { id } });
if (answer.ok) console.log(answer.data.attributes.status);
else console.log(answer.errors.map(({ code }) => code));`;

/** A call with its target and body, as edited on the page. */
interface SampleCall {
  readonly call: Pick<DocCall, 'method' | 'isCommand'>;
  readonly target: string;
  readonly body: string | null;
}

const shellQuote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
/** On one line: the body is sent byte for byte as it was signed. */
const compact = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
};

/** The call for a shell with openssl and curl; `KEY` and `SECRET` are taken from the environment. */
export function curlSample({ call, target, body }: SampleCall, publicUrl: string): string {
  const headers = [
    '-H "Partner-Key: $KEY"',
    '-H "Partner-Timestamp: $TIME"',
    '-H "Partner-Signature: v1=$MAC"',
    ...(body === null ? [] : ["-H 'Content-Type: application/vnd.api+json'"]),
    ...(call.isCommand ? ['-H "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)"'] : []),
    ...(body === null ? [] : ['--data-binary "$BODY"']),
  ];
  return [
    `BODY=${body === null ? "''" : shellQuote(compact(body))}`,
    `TARGET=${shellQuote(target)}`,
    'TIME=$(date +%s.%6N)',
    "HASH=$(printf '%s' \"$BODY\" | openssl dgst -sha256 -r | cut -d' ' -f1)",
    `MAC=$(printf '%s\\n%s\\n%s\\n%s' "$TIME" ${call.method} "$TARGET" "$HASH" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)`,
    [`curl -s -X ${call.method} "${publicUrl}$TARGET"`, ...headers].join(' \\\n  '),
  ].join('\n');
}

/** A text as a JavaScript literal. */
const jsLiteral = (text: string): string => (/['\\\n]/.test(text) ? JSON.stringify(text) : `'${text}'`);

/** The call in TypeScript, with `sign` of this page. */
export function typescriptSample({ call, target, body }: SampleCall, publicUrl: string): string {
  const text = body === null ? undefined : jsLiteral(compact(body));
  return [
    `const target = ${jsLiteral(target)};`,
    ...(text === undefined ? [] : [`const body = ${text};`]),
    `const answer = await fetch('${publicUrl}' + target, {`,
    `  method: '${call.method}',`,
    '  headers: {',
    "    'Partner-Key': process.env.KEY,",
    `    ...sign(process.env.SECRET, '${call.method}', target${text === undefined ? '' : ', body'}),`,
    ...(text === undefined ? [] : ["    'Content-Type': 'application/vnd.api+json',"]),
    ...(call.isCommand ? ["    'Idempotency-Key': crypto.randomUUID(),"] : []),
    '  },',
    ...(text === undefined ? [] : ['  body,']),
    '});',
    'console.log(answer.status, await answer.text());',
  ].join('\n');
}
