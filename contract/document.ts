/** The JSON:API 1.1 shapes that we send and read. */
export const JSON_API = 'application/vnd.api+json';

export interface ResourceIdentifier {
  readonly type: string;
  readonly id: string;
}

export interface Relationship {
  readonly data: ResourceIdentifier | readonly ResourceIdentifier[] | null;
}

export interface Resource<Attributes = Readonly<Record<string, unknown>>> extends ResourceIdentifier {
  readonly attributes: Attributes;
  readonly relationships?: Readonly<Record<string, Relationship>>;
  readonly links?: Readonly<Record<string, string>>;
}

export interface ErrorObject {
  readonly id: string;
  readonly status: string;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly source?: { readonly pointer?: string; readonly parameter?: string; readonly header?: string };
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface PageMeta {
  readonly page: number;
  readonly per: number;
  readonly total: number;
  readonly total_pages: number;
  /** Whether `total` is a lower bound, because counting stopped there. */
  readonly total_is_least?: true;
}

export interface DataDocument<Attributes = Readonly<Record<string, unknown>>> {
  readonly data: Resource<Attributes> | readonly Resource<Attributes>[] | null;
  readonly included?: readonly Resource[];
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly links?: Readonly<Record<string, string | null>>;
}

export interface ErrorDocument {
  readonly errors: readonly ErrorObject[];
}
