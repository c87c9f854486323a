import { XMLParser } from 'fast-xml-parser';

/** A document of theirs, whatever it was written in. */
export type Document = Readonly<Record<string, unknown>>;

const isDocument = (value: unknown): value is Document => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member by its path (`object.amount.value`), own members only; undefined where there is none. */
export function memberAt(document: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => (isDocument(at) && Object.hasOwn(at, name) ? at[name] : undefined), document);
}

/** A text, number or truth value as it was written; undefined for anything else. */
export function textAt(document: unknown, path: string): string | undefined {
  const value = memberAt(document, path);
  if (typeof value === 'string') return value.length <= 1000 ? value : undefined;
  // A number beyond these has lost digits while it was read: an amount or a name that is nearly right
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : undefined;
  return typeof value === 'boolean' ? String(value) : undefined;
}

/** The texts that stand in the document itself and not deeper. */
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
  // A name that stands twice is read differently by everybody: it means nothing
  return new Set(fields.map(([name]) => name)).size === fields.length ? Object.fromEntries(fields) : undefined;
}

function readJson(text: string): Document | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isDocument(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** No entities are expanded and nothing is guessed to be a number. */
const xml = new XMLParser({ parseTagValue: false, ignoreAttributes: true, processEntities: false, removeNSPrefix: true });

function readXml(text: string): Document | undefined {
  try {
    const value: unknown = xml.parse(text, true);
    return isDocument(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const FORMATS = ['json', 'form', 'xml'] as const;
export type Format = (typeof FORMATS)[number];
const READ = { json: readJson, form: readForm, xml: readXml } as const satisfies Record<Format, (text: string) => Document | undefined>;

/** A body as a document; undefined for what is none. */
export const readDocument = (format: Format, text: string): Document | undefined => READ[format](text);
