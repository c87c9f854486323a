import { isObject } from '#core/text/json.ts';
import { XMLParser } from 'fast-xml-parser';

/** A parsed document of the acquirer, in any format. */
export type Document = Readonly<Record<string, unknown>>;

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^\d{1,4}$/.test(name) ? value[Number(name)] : undefined;
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A member by its path (`object.amount.value`, `errors.0`), own members only; undefined where there is none. */
export const memberAt = (document: unknown, path: string): unknown => path.split('.').reduce<unknown>(memberOf, document);

/** Entries of a list: an array, one object, or an object of objects keyed by id; undefined where there is none. */
export function entriesAt(document: unknown, path: string | undefined): readonly unknown[] | undefined {
  const listed = path === undefined ? document : memberAt(document, path);
  if (Array.isArray(listed)) return listed;
  if (!isObject(listed)) return undefined;
  const values = Object.values(listed);
  return values.every(isObject) ? values : [listed];
}

/** A string, number or boolean as text; undefined for anything else. */
export function textAt(document: unknown, path: string): string | undefined {
  const value = memberAt(document, path);
  if (typeof value === 'string') return value.length <= 1000 ? value : undefined;
  // A larger number lost digits while it was parsed: the amount or id would be wrong
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : undefined;
  return typeof value === 'boolean' ? String(value) : undefined;
}

/** Texts of the document's root, without nested members. */
export const rootTexts = (document: Document): ReadonlyMap<string, string> =>
  new Map(
    Object.keys(document).flatMap((name) => {
      const value = document[name];
      const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
      return isText ? [[name, String(value)] as const] : [];
    }),
  );

function readForm(text: string): Document | undefined {
  const fields = [...new URLSearchParams(text)];
  // A repeated name is ambiguous: the document is rejected
  return new Set(fields.map(([name]) => name)).size === fields.length ? Object.fromEntries(fields) : undefined;
}

function readJson(text: string): Document | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Expands no entities and converts nothing to numbers. */
const xml = new XMLParser({ parseTagValue: false, ignoreAttributes: true, processEntities: false, removeNSPrefix: true });

function readXml(text: string): Document | undefined {
  try {
    const value: unknown = xml.parse(text, true);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const FORMATS = ['json', 'form', 'xml'] as const;
export type Format = (typeof FORMATS)[number];
const READERS = { json: readJson, form: readForm, xml: readXml } as const satisfies Record<Format, (text: string) => Document | undefined>;

/** Parses a body; undefined if it is malformed. */
export const readDocument = (format: Format, text: string): Document | undefined => READERS[format](text);
