import { isObject } from '#core/text/json.ts';
import { REFUSAL_STATUS } from '#contract/refusals.ts';

/** One request and its response, as recorded. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined when the body is a stream. */
  readonly body: string | undefined;
}

type Members = Readonly<Record<string, unknown>>;
const MEDIA_TYPE = 'application/vnd.api+json';
const TOP_MEMBERS = new Set(['data', 'errors', 'meta', 'jsonapi', 'links', 'included']);
const RESOURCE_MEMBERS = new Set(['id', 'type', 'attributes', 'relationships', 'links', 'meta']);
const ERROR_MEMBERS = new Set(['id', 'links', 'status', 'code', 'title', 'detail', 'source', 'meta']);
const NAME = /^[a-zA-Z0-9](?:[\w-]*[a-zA-Z0-9])?$/;
const AMOUNT = /(^|_)(amount|reserve|rate)$/;
const TIME = /_at$/;
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

const unknownMembers = (value: Members, known: ReadonlySet<string>, where: string): string[] =>
  Object.keys(value).flatMap((name) => (known.has(name) ? [] : [`${where} has the member ${name}`]));

function checkLinks(links: unknown, where: string): string[] {
  if (links === undefined) return [];
  if (!isObject(links)) return [`${where}.links is no object`];
  return Object.entries(links).flatMap(([name, link]) =>
    link === null || isObject(link) || (typeof link === 'string' && URL.canParse(link, 'http://example.com'))
      ? []
      : [`${where}.links.${name} is no link`],
  );
}

function checkIdentifier(value: unknown, where: string): string[] {
  if (!isObject(value) || typeof value['type'] !== 'string' || typeof value['id'] !== 'string' || value['id'] === '')
    return [`${where} is no resource identifier`];
  return NAME.test(value['type']) ? [] : [`${where} has the type ${value['type']}`];
}

function checkRelationships(relationships: unknown, where: string): string[] {
  if (relationships === undefined) return [];
  if (!isObject(relationships)) return [`${where}.relationships is no object`];
  return Object.entries(relationships).flatMap(([name, relationship]) => {
    if (!isObject(relationship) || !('data' in relationship || 'links' in relationship || 'meta' in relationship))
      return [`${where}.relationships.${name} is empty`];
    const { data } = relationship as { data?: unknown };
    if (data === undefined || data === null) return [];
    return (Array.isArray(data) ? data : [data]).flatMap((item) => checkIdentifier(item, `${where}.relationships.${name}`));
  });
}

/** Our rules for values: amounts are decimal strings, times RFC 3339 in UTC. */
function checkValues(attributes: Members, where: string): string[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    const at = `${where}.attributes.${name}`;
    if (!NAME.test(name)) return [`${at} is no member name`];
    if (AMOUNT.test(name) && typeof value === 'number') return [`${at} is a number, not a decimal string`];
    if (TIME.test(name) && value !== null && !(typeof value === 'string' && RFC3339.test(value)))
      return [`${at} is no RFC 3339 time in UTC`];
    return [];
  });
}

function checkResource(value: unknown, where: string): string[] {
  const identity = checkIdentifier(value, where);
  if (identity.length > 0 || !isObject(value)) return identity;
  const { attributes = {}, relationships } = value as { attributes?: unknown; relationships?: unknown };
  if (!isObject(attributes)) return [`${where}.attributes is no object`];
  const clashes = ['id', 'type', ...(isObject(relationships) ? Object.keys(relationships) : [])].filter((name) => name in attributes);
  return [
    ...unknownMembers(value, RESOURCE_MEMBERS, where),
    ...clashes.map((name) => `${where}: the field ${name} is twice in one namespace`),
    ...checkValues(attributes, where),
    ...checkRelationships(relationships, where),
    ...checkLinks(value['links'], where),
  ];
}

const identityOf = (resource: unknown): string => (isObject(resource) ? `${String(resource['type'])} ${String(resource['id'])}` : '');

function linkageOf(resource: unknown): string[] {
  const relationships = isObject(resource) && isObject(resource['relationships']) ? resource['relationships'] : {};
  return Object.values(relationships).flatMap((relationship) => {
    const data = isObject(relationship) ? relationship['data'] : undefined;
    return (Array.isArray(data) ? data : [data]).map(identityOf);
  });
}

/** Full linkage and no resource twice (JSON:API 1.1, "Compound Documents"). */
function checkIncluded(primary: readonly unknown[], included: readonly unknown[]): string[] {
  const all = [...primary, ...included].map(identityOf);
  const twice = all.filter((identity, index) => all.indexOf(identity) !== index).map((identity) => `${identity} is in the document twice`);
  const linked = new Set([...primary, ...included].flatMap(linkageOf));
  const lost = included.map(identityOf).filter((identity) => !linked.has(identity));
  return [...twice, ...lost.map((identity) => `included ${identity} is linked from nowhere`)];
}

/** With sparse fieldsets a relationship may be missing although its resource is included: the only exception of the standard. */
const isSparse = (url: string): boolean => /[?&]fields(?:\[|%5B)/i.test(url);

function checkData({ url, status, headers }: Exchange, document: Members): string[] {
  const { data, included = [], links, meta } = document as { data?: unknown; included?: unknown; links?: unknown; meta?: unknown };
  if (data === undefined && meta === undefined) return ['neither data nor errors nor meta'];
  if (!Array.isArray(included)) return ['included is no array'];
  const primary = Array.isArray(data) ? data : data === null || data === undefined ? [] : [data];
  const findings = [
    ...primary.flatMap((resource, index) => checkResource(resource, `data[${index}]`)),
    ...included.flatMap((resource, index) => checkResource(resource, `included[${index}]`)),
    ...checkIncluded(primary, included).filter((finding) => !(isSparse(url) && finding.endsWith('linked from nowhere'))),
    ...checkLinks(links, 'document'),
  ];
  if (!isObject(links) || links['self'] !== url) findings.push('links.self is not the address of the request');
  if (isObject(meta) && 'total_pages' in meta) {
    for (const name of ['first', 'prev', 'next', 'last'])
      if (!isObject(links) || !(name in links)) findings.push(`a paged list has no links.${name}`);
  }
  const own = isObject(data) && isObject(data['links']) ? data['links']['self'] : undefined;
  if (status === 201 && own !== undefined && headers['location'] !== own) findings.push('Location is not the created resource');
  return findings;
}

function checkError(error: unknown, index: number): string[] {
  const where = `errors[${index}]`;
  if (!isObject(error)) return [`${where} is no object`];
  const findings = unknownMembers(error, ERROR_MEMBERS, where);
  for (const name of ['id', 'status', 'code', 'title', 'detail']) {
    const value = error[name];
    if (typeof value !== 'string' || value === '') findings.push(`${where}.${name} is no text`);
    else if (value.includes('{{') || /^(?:title|detail|refusals)\.\w+/.test(value))
      findings.push(`${where}.${name} is no finished sentence: ${value}`);
  }
  if (typeof error['code'] === 'string' && !(error['code'] in REFUSAL_STATUS)) findings.push(`${where}.code is not of the closed list`);
  const { source } = error as { source?: unknown };
  if (source !== undefined) {
    if (!isObject(source) || Object.keys(source).length !== 1) findings.push(`${where}.source names not exactly one place`);
    else if ('pointer' in source && !/^(?:\/[^/]*)*$/.test(String(source['pointer'])))
      findings.push(`${where}.source.pointer is no JSON pointer`);
  }
  return findings;
}

function checkErrors({ status, headers }: Exchange, document: Members): string[] {
  const { errors } = document as { errors?: unknown };
  if (!Array.isArray(errors) || errors.length === 0) return [`an answer of ${status} without errors`];
  const findings = errors.flatMap(checkError);
  if ('data' in document) findings.push('data and errors in one document');
  const statuses = new Set(errors.map((error) => (isObject(error) ? error['status'] : undefined)));
  const isGeneral = statuses.size > 1 && status === 400;
  if (!isGeneral && !(statuses.size === 1 && statuses.has(String(status))))
    findings.push(`errors of ${[...statuses].join(', ')} under the status ${status}`);
  if ((status === 429 || status === 503) && !/^\d+$/.test(headers['retry-after'] ?? '')) findings.push('no Retry-After');
  return findings;
}

function checkHeaders({ status, headers }: Exchange): string[] {
  const findings: string[] = [];
  const cacheControl = headers['cache-control'] ?? '';
  if (cacheControl.startsWith('public')) {
    if (headers['etag'] === undefined) findings.push('public without an ETag');
    if (headers['vary'] !== 'Accept, Site-Locale, Accept-Encoding') findings.push('public without the right Vary');
    if (headers['set-cookie'] !== undefined) findings.push('public with a cookie');
  } else if (cacheControl !== 'no-store') {
    findings.push(`Cache-Control is ${cacheControl === '' ? 'absent' : cacheControl}`);
  }
  if (status === 405 && headers['allow'] === undefined) findings.push('405 without Allow');
  if (headers['x-content-type-options'] !== 'nosniff') findings.push('no nosniff');
  return findings;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Checks an exchange against JSON:API 1.1 and the contract; returns descriptions of all violations. */
export function checkExchange(exchange: Exchange): readonly string[] {
  const { method, status, headers, body } = exchange;
  const findings = checkHeaders(exchange);
  const type = headers['content-type'] ?? '';
  const isOther = status < 300 && type !== '' && !type.includes('json');
  if (isOther || headers['content-encoding'] !== undefined) return findings;
  if (status === 204 || status === 304 || method === 'HEAD')
    return body === '' || method === 'HEAD' ? findings : [...findings, `a body under ${status}`];
  if (body === '' && status === 202) return findings;
  if (type !== MEDIA_TYPE) return [...findings, `Content-Type is ${type === '' ? 'absent' : type}`];
  const document = parse(body ?? '');
  if (!isObject(document)) return [...findings, 'the body is no JSON:API document'];
  findings.push(...unknownMembers(document, TOP_MEMBERS, 'the document'));
  findings.push(...(status >= 400 ? checkErrors(exchange, document) : checkData(exchange, document)));
  return findings;
}
