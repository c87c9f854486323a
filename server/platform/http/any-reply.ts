import type { Resource } from '#contract/document.ts';
import type { PageEnds } from '#server/platform/db/keyset.ts';

/** A page of a list. */
export interface PageInfo {
  readonly page: number;
  readonly per: number;
  readonly total: number;
  /** There are more rows than `total`: counting stopped there. */
  readonly isTotalTruncated?: boolean;
  /** Sort-key values for cursors; undefined for a list that was returned whole. */
  readonly ends?: PageEnds;
}

/** A reply of a handler for any endpoint (`ReplyOf` is the exact type). */
export interface AnyReply {
  readonly data?: Resource | readonly Resource[] | null;
  readonly page?: PageInfo;
  readonly included?: readonly Resource[];
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}
