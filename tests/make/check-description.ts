import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { JSON_API } from '#contract/document.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { openApi } from '#contract/openapi.ts';
import type { Exchange } from './check-exchange.ts';

/** Lists how a response differs from the OpenAPI description. */
export type CheckDescription = (exchange: Exchange) => readonly string[];

interface DescribedPath {
  readonly path: RegExp;
  readonly method: string;
  readonly pointer: string;
  readonly statuses: ReadonlySet<string>;
}

/** Refused by the HTTP parser before routing. */
const BEFORE_ANY_CALL: ReadonlySet<number> = new Set([431]);

const segment = (text: string): string => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
const pointerOf = (...parts: readonly string[]): string => parts.map((part) => `/${segment(part)}`).join('');
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);

function pathsOf(endpoints: readonly Endpoint[], description: unknown): readonly DescribedPath[] {
  const { paths } = description as { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> };
  // Fixed paths before those with parameters
  const sorted = endpoints.toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);
  return sorted.map(({ path, method }) => ({
    path: patternOf(path),
    method,
    pointer: pointerOf('paths', path, method.toLowerCase(), 'responses'),
    statuses: new Set(Object.keys(paths[path]?.[method.toLowerCase()]?.responses ?? {})),
  }));
}

const wordsOf = ({ instancePath, message, params }: ErrorObject): string => `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`;

/** The description for sparse fieldsets: attributes may be missing. */
const withoutRequired = (description: unknown): object =>
  JSON.parse(
    JSON.stringify(description, (name, value: unknown) => (name === 'required' && Array.isArray(value) ? undefined : value)),
  ) as object;
const isSparse = (url: string): boolean => /[?&]fields(?:\[|%5B)/i.test(url);

/** Checks responses against the OpenAPI description: the status is described and the document matches its schema. */
export function checkDescription(endpoints: readonly Endpoint[]): CheckDescription {
  const description = openApi(endpoints, 'http://localhost');
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  ajv.addSchema(description, 'api');
  ajv.addSchema(withoutRequired(description), 'sparse');
  const places = pathsOf(endpoints, description);
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (pointer: string): ValidateFunction => {
    const made = compiled.get(pointer) ?? ajv.compile({ $ref: pointer });
    compiled.set(pointer, made);
    return made;
  };

  return ({ method, url, status, headers, body }) => {
    const [path = ''] = url.split('?', 1);
    const documentedMethod = method === 'HEAD' ? 'GET' : method;
    const place = places.find((one) => one.method === documentedMethod && one.path.test(path));
    const known = BEFORE_ANY_CALL.has(status) ? undefined : place;
    if (known !== undefined && !known.statuses.has(String(status))) return [`the status ${status} is not described`];
    if (method === 'HEAD' || headers['content-type'] !== JSON_API || headers['content-encoding'] !== undefined || !body) return [];
    const pointer =
      known === undefined
        ? pointerOf('components', 'schemas', 'Errors')
        : known.pointer + pointerOf(String(status), 'content', JSON_API, 'schema');
    const validate = validatorOf(`${isSparse(url) ? 'sparse' : 'api'}#${pointer}`);
    return validate(JSON.parse(body)) ? [] : (validate.errors ?? []).map((error) => `schema: ${wordsOf(error)}`);
  };
}
