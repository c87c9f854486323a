import type { Deps } from '#server/deps.ts';
import type { Route } from '#server/platform/http/route.ts';
import { catalogueCheckRoute } from './check-route.ts';
import { catalogueListRoutes } from './list-routes.ts';
import { cataloguePlanRoutes } from './plan-routes.ts';

/** Office endpoints of payment systems and directions (domain 10). Single entities are saved through `server/changes`. */
export const officeCatalogueRoutes = (deps: Deps): Route[] => [
  ...catalogueListRoutes(deps),
  catalogueCheckRoute(deps),
  ...cataloguePlanRoutes(deps),
];
