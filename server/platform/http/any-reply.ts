import type { Resource } from '#contract/document.ts';

/** A reply as handlers give it, whatever its endpoint (`ReplyOf` is its exact type). */
export interface AnyReply {
  readonly data?: Resource | readonly Resource[] | null;
  readonly page?: { readonly page: number; readonly per: number; readonly total: number };
  readonly included?: readonly Resource[];
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}
