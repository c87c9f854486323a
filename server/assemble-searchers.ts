import { chatSearcher } from './chat/search-chats.ts';
import type { Deps } from './deps.ts';
import { orderSearcher } from './desk/search-orders.ts';
import { partnerSearcher } from './partners/search-partners.ts';
import type { Searcher } from './search/searcher.ts';
import { withdrawalSearcher } from './withdrawals/search-withdrawals.ts';

/** What the one search box goes through, in the order of the groups. A noun that can be found adds its line here. */
export const searchers = (deps: Deps): readonly Searcher[] => [
  orderSearcher(deps),
  withdrawalSearcher(deps),
  partnerSearcher(deps),
  chatSearcher(deps),
];
