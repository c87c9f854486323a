import type { Links } from '#contract/call.ts';

/** Where a list is looked at: a page by its number, or beyond the row at which another page ended. */
export interface Spot {
  readonly page: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/** The first page, as it is now. */
export const FRONT: Spot = { page: 1, after: undefined, before: undefined };

/** A spot as the lists of the API are asked for it. */
export const spotQuery = ({ page, after, before }: Spot) => ({ page: String(page), 'page[after]': after, 'page[before]': before });

/**
 * The page of this number, seen from where one is: the neighbours lie where the answer's links lead, so that what moves meanwhile is
 * neither shown twice nor lost; pages further away are found by number alone.
 */
export function spotOf(page: number, at: Spot, links: Links): Spot {
  const link = page === at.page + 1 ? links['next'] : page === at.page - 1 ? links['prev'] : undefined;
  const asked = new URLSearchParams(link?.split('?')[1]);
  return { page, after: asked.get('page[after]') ?? undefined, before: asked.get('page[before]') ?? undefined };
}
