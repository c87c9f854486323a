import { officeSearch } from '#contract/office/orders/search.ts';
import { may } from '#core/access/access.ts';
import { readQuery } from '#core/search/read-query.ts';
import { accept } from '#core/result.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Searcher } from './searcher.ts';

/** Results per entity; more letters narrow the search. */
const MAX_PER_ENTITY = 12;

/** Office search over every entity the operator may read. */
export const officeSearchRoutes = (searchers: readonly Searcher[]): Route[] => [
  route(officeSearch, async ({ query: { q }, visitor: operator, locale }) => {
    const query = readQuery(q);
    const readable = searchers.filter(({ needs }) => may(operator.role, needs));
    const groups = await Promise.all(
      readable.map(async (searcher) => ({
        entity: searcher.entity,
        matches: query.readings.length === 0 ? [] : await searcher.find(query, { limit: MAX_PER_ENTITY, locale }),
        isComplete: await searcher.isComplete(),
      })),
    );
    return accept({
      data: groups.flatMap(({ entity, matches }) =>
        matches.map((match) => ({ type: 'found' as const, id: `${entity}.${match.subject}`, attributes: { noun: entity, ...match } })),
      ),
      meta: { is_complete: groups.every(({ isComplete }) => isComplete) },
    });
  }),
];
