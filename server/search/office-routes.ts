import { officeSearch } from '#contract/office/orders/search.ts';
import { may } from '#core/access/access.ts';
import { inOtherLayout } from '#core/search/keyboard-layout.ts';
import { readQuery } from '#core/search/read-query.ts';
import { accept } from '#core/result.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Searcher } from './searcher.ts';

/** Results per entity; more letters narrow the search. */
const MAX_PER_ENTITY = 12;

/** Office search over every entity the operator may read. */
export const officeSearchRoutes = (searchers: readonly Searcher[]): Route[] => [
  route(officeSearch, async ({ query: { q }, visitor: operator, locale }) => {
    const readable = searchers.filter(({ needs }) => may(operator.role, needs));
    const find = async (text: string) => {
      const query = readQuery(text);
      if (query.readings.length === 0) return [];
      const groups = await Promise.all(
        readable.map(async (searcher) => ({
          entity: searcher.entity,
          found: await searcher.find(query, { limit: MAX_PER_ENTITY, locale }),
        })),
      );
      return groups.flatMap(({ entity, found }) =>
        found.map((match) => ({ type: 'found' as const, id: `${entity}.${match.subject}`, attributes: { noun: entity, ...match } })),
      );
    };
    const matches = await find(q);
    const other = inOtherLayout(q);
    const turned = matches.length > 0 || other === q.toLowerCase() ? [] : await find(other);
    const completeness = await Promise.all(readable.map(async (searcher) => await searcher.isComplete()));
    return accept({
      data: [...matches, ...turned],
      meta: { is_complete: completeness.every(Boolean), read_as: turned.length === 0 ? null : other },
    });
  }),
];
