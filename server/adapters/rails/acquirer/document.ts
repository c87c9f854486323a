import { isObject } from '#core/text/json.ts';
import { XMLParser } from 'fast-xml-parser';

/** A parsed document of the acquirer, in any format. */
export type Document = Readonly<Record<string, unknown>>;

/** A member by its path (`object.amount.value`), own members only; undefined where there is none. */
export function memberAt(document: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined), document);
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
