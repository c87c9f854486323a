import type { Endpoint } from '#contract/endpoint.ts';
import { requestTypes } from '#contract/request-types.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { readJson } from './read-json.ts';
import { refuseCall } from './refusal.ts';

export type Attributes = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Attributes => typeof value === 'object' && value !== null && !Array.isArray(value);

type DocumentResult = Result<Attributes, 'invalid_document' | 'type_conflict' | 'required'>;

const invalid = (): DocumentResult => refuse({ code: 'invalid_document' });

/** Reads a body: a JSON:API document or the bare object of its attributes (contract 1). An empty body has no attributes. */
export function readDocument(endpoint: Endpoint, bytes: Buffer | undefined): DocumentResult {
  if (bytes === undefined || bytes.length === 0) return accept({});
  const json = readJson(bytes);
  if (json === undefined || !isObject(json.value)) return invalid();
  if (!Object.hasOwn(json.value, 'data')) return accept(json.value);
  const { data } = json.value as { data: unknown };
  if (!isObject(data)) return invalid();
  const attributes = data['attributes'] ?? {};
  if (!isObject(attributes)) return invalid();
  if (data['type'] === undefined) return refuseCall({ code: 'required', pointer: '/data/type' });
  if (typeof data['type'] !== 'string' || !requestTypes(endpoint).includes(data['type']))
    return refuseCall({ code: 'type_conflict', pointer: '/data/type' });
  return accept(attributes);
}
