import type { Resource } from '#contract/document.ts';
import type { PageEnds } from '#server/platform/db/keyset.ts';

/** A page of a list. */
export interface PageOf {
  readonly page: number;
  readonly per: number;
  readonly total: number;
  /** There is more than `total`: counting stopped there. */
  readonly isMore?: boolean;
  /** Where it can be gone on without counting; undefined for a list that has come whole. */
  readonly ends?: PageEnds;
}

/** A reply as handlers give it, whatever its endpoint (`ReplyOf` is its exact type). */
export interface AnyReply {
  readonly data?: Resource | readonly Resource[] | null;
  readonly page?: PageOf;
  readonly included?: readonly Resource[];
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}
