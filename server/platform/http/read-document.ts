import type { Endpoint } from '#contract/endpoint.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { readJson } from './read-json.ts';

export type Attributes = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Attributes => typeof value === 'object' && value !== null && !Array.isArray(value);

type Reading = Result<Attributes, 'invalid_document' | 'type_conflict' | 'required'>;

const invalid = (): Reading => refuse({ code: 'invalid_document' });

/** The resource type a request document must name; undefined where any will do. */
function typeOf({ bodyType, reply }: Endpoint): string | undefined {
  return bodyType ?? ('type' in reply ? reply.type : undefined);
}

/** The one function that reads bodies: a JSON:API document, or the bare object of its attributes (contract 1). An empty body has no attributes. */
export function readDocument(endpoint: Endpoint, bytes: Buffer | undefined): Reading {
  if (bytes === undefined || bytes.length === 0) return accept({});
  const json = readJson(bytes);
  if (json === undefined || !isObject(json.value)) return invalid();
  if (!Object.hasOwn(json.value, 'data')) return accept(json.value);
  const { data } = json.value as { data: unknown };
  if (!isObject(data)) return invalid();
  const attributes = data['attributes'] ?? {};
  if (!isObject(attributes)) return invalid();
  const expected = typeOf(endpoint);
  if (data['type'] === undefined) return refuse({ code: 'required', pointer: '/data/type' });
  if (typeof data['type'] !== 'string' || (expected !== undefined && data['type'] !== expected))
    return refuse({ code: 'type_conflict', pointer: '/data/type' });
  return accept(attributes);
}
