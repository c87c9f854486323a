import { callOutside, OutboundError } from '#server/platform/outbound.ts';
import { type Document, readDocument } from './document.ts';
import type { Call } from './settings.ts';
import { fill, fillTree, sign, type Tree, type Values } from './signature.ts';

/**
 * A response, or the reason why there is no usable one. `sent` is false if the request certainly did not arrive, or could not be built
 * because a value is missing.
 */
export type AcquirerResponse =
  | { readonly kind: 'answer'; readonly status: number; readonly document: Document }
  | { readonly kind: 'none'; readonly reason: string; readonly sent: boolean };

/** A request ready to send. */
export interface BuiltRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const urlEncoded =
  (values: Values): Values =>
  (name) => {
    const value = values(name);
    return value === undefined ? undefined : encodeURIComponent(value);
  };

const asDocument = (value: unknown): Document => (typeof value === 'object' && value !== null ? (value as Document) : {});
const SIGNATURE_PLACEHOLDER = /\{signature\}/;

/** The document that is signed: without the field that holds the signature. */
function signedDocument({ json, form }: Call, values: Values): Document {
  const source = (form ?? asDocument(json)) as Readonly<Record<string, Tree>>;
  const fields = Object.entries(source).filter(([, part]) => !SIGNATURE_PLACEHOLDER.test(JSON.stringify(part) ?? ''));
  return asDocument(fillTree(Object.fromEntries(fields), values));
}

/** Template values including `{signature}`. */
function withSignature(call: Call, values: Values): Values {
  const { signature } = call;
  if (signature === undefined) return values;
  // A signature over the body goes into a header
  const body = signature.over === 'body' && call.json !== undefined ? JSON.stringify(fillTree(call.json, values)) : '';
  const signatureText = sign(signature, { values, document: signedDocument(call, values), body });
  return (name) => (name === 'signature' ? signatureText : values(name));
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

/** The request with its values and signature; undefined if a value is missing. */
export function buildRequest(call: Call, unsignedValues: Values): BuiltRequest | undefined {
  const values = withSignature(call, unsignedValues);
  const url = fill(call.url, urlEncoded(values));
  const headers = headersOf(call, values);
  const body = call.method === 'GET' ? undefined : bodyOf(call, values);
  if (url === undefined || headers === undefined || (call.method !== 'GET' && body === undefined)) return undefined;
  const contentType = body === undefined ? {} : { 'content-type': body.type };
  return { url, headers: { accept: call.answer === 'json' ? 'application/json' : '*/*', ...contentType, ...headers }, body: body?.text };
}

/** Calls the acquirer once, with a deadline. Never throws for errors of the other side. */
export async function callAcquirer(call: Call, values: Values, deadlineMs: number): Promise<AcquirerResponse> {
  const request = buildRequest(call, values);
  if (request === undefined) return { kind: 'none', reason: 'incomplete', sent: false };
  const { url, headers, body } = request;
  try {
    const httpResponse = await callOutside({ url, method: call.method, headers, deadlineMs, ...(body === undefined ? {} : { body }) });
    const document = readDocument(call.answer, httpResponse.text);
    if (document !== undefined) return { kind: 'answer', status: httpResponse.status, document };
    return { kind: 'none', reason: `status ${httpResponse.status}, no ${call.answer}`, sent: true };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { kind: 'none', reason: error.reason, sent: error.reason !== 'unreachable' };
  }
}
