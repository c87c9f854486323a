import { officeSearch } from '#contract/office-search.ts';
import { may } from '#core/access.ts';
import { readQuery } from '#core/search/read-query.ts';
import { accept } from '#core/result.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Searcher } from './searcher.ts';

/** Of each noun: what does not help here is looked for by more letters. */
const MOST = 12;

/** The one search of the office, over every noun that the operator may read. */
export const officeSearchRoutes = (searchers: readonly Searcher[]): Route[] => [
  route(officeSearch, async ({ query: { q }, visitor: operator, locale }) => {
    const query = readQuery(q);
    const readable = searchers.filter(({ needs }) => may(operator.role, needs));
    const groups = await Promise.all(
      readable.map(async (searcher) => ({
        noun: searcher.noun,
        found: query.readings.length === 0 ? [] : await searcher.find(query, { most: MOST, locale }),
        isComplete: await searcher.isComplete(),
      })),
    );
    return accept({
      data: groups.flatMap(({ noun, found }) =>
        found.map((one) => ({ type: 'found' as const, id: `${noun}.${one.subject}`, attributes: { noun, ...one } })),
      ),
      meta: { is_complete: groups.every(({ isComplete }) => isComplete) },
    });
  }),
];
