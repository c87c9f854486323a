import { callOutside, OutboundError } from '#server/platform/outbound.ts';
import { type Document, readDocument } from './document.ts';
import type { Call } from './settings.ts';
import { sign } from './signature.ts';
import { fill, fillTree, type Tree, type Values } from './template.ts';

/**
 * What came back: a document with its status, or nothing usable. `sent` false: the call certainly never got there, so nothing was done.
 * A call that cannot be written (a value is missing) was not sent either.
 */
export type Heard =
  | { readonly heard: 'answer'; readonly status: number; readonly document: Document }
  | { readonly heard: 'nothing'; readonly reason: string; readonly sent: boolean };

/** A call as it goes out. */
export interface Written {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const inUrl =
  (values: Values): Values =>
  (name) => {
    const value = values(name);
    return value === undefined ? undefined : encodeURIComponent(value);
  };

const asDocument = (value: unknown): Document => (typeof value === 'object' && value !== null ? (value as Document) : {});
const SIGNATURE = /\{signature\}/;

/** What a call signs: its document without the place that the signature itself takes. */
function signedDocument({ json, form }: Call, values: Values): Document {
  const source = (form ?? asDocument(json)) as Readonly<Record<string, Tree>>;
  const kept = Object.entries(source).filter(([, part]) => !SIGNATURE.test(JSON.stringify(part) ?? ''));
  return asDocument(fillTree(Object.fromEntries(kept), values));
}

/** Everything a template may name, the signature too. */
function withSignature(call: Call, values: Values): Values {
  const { signature } = call;
  if (signature === undefined) return values;
  // Over the body: what carries the signature is a header then
  const body = signature.over === 'body' && call.json !== undefined ? JSON.stringify(fillTree(call.json, values)) : '';
  const signed = sign(signature, { values, document: signedDocument(call, values), body });
  return (name) => (name === 'signature' ? signed : values(name));
}

function bodyOf({ json, form }: Call, values: Values): { type: string; text: string } | undefined {
  if (form !== undefined) {
    const filled = fillTree(form, values) as Record<string, string> | undefined;
    return filled && { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(filled).toString() };
  }
  const filled = fillTree(json ?? {}, values);
  return filled === undefined ? undefined : { type: 'application/json', text: JSON.stringify(filled) };
}

function headersOf({ headers, basic }: Call, values: Values): Record<string, string> | undefined {
  const filled = fillTree(headers, values) as Record<string, string> | undefined;
  if (filled === undefined || basic === undefined) return filled;
  const [user, password] = [fill(basic.user, values), fill(basic.password, values)];
  if (user === undefined || password === undefined) return undefined;
  return { ...filled, authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

/** The call with its values and signature; undefined where a value is missing. */
export function writeCall(call: Call, given: Values): Written | undefined {
  const values = withSignature(call, given);
  const url = fill(call.url, inUrl(values));
  const headers = headersOf(call, values);
  const body = call.method === 'GET' ? undefined : bodyOf(call, values);
  if (url === undefined || headers === undefined || (call.method !== 'GET' && body === undefined)) return undefined;
  const typed = body === undefined ? {} : { 'content-type': body.type };
  return { url, headers: { accept: call.answer === 'json' ? 'application/json' : '*/*', ...typed, ...headers }, body: body?.text };
}

/** Calls the acquirer once, with a deadline. Never throws for what the other side does. */
export async function speak(call: Call, values: Values, deadlineMs: number): Promise<Heard> {
  const written = writeCall(call, values);
  if (written === undefined) return { heard: 'nothing', reason: 'incomplete', sent: false };
  const { url, headers, body } = written;
  try {
    const answer = await callOutside({ url, method: call.method, headers, deadlineMs, ...(body === undefined ? {} : { body }) });
    const document = readDocument(call.answer, answer.text);
    if (document !== undefined) return { heard: 'answer', status: answer.status, document };
    return { heard: 'nothing', reason: `status ${answer.status}, no ${call.answer}`, sent: true };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { heard: 'nothing', reason: error.reason, sent: error.reason !== 'unreachable' };
  }
}
