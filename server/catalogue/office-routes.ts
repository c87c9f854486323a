import type { Deps } from '#server/deps.ts';
import type { Route } from '#server/platform/http/route.ts';
import { catalogueCheckRoute } from './check-route.ts';
import { catalogueListRoutes } from './list-routes.ts';
import { cataloguePlanRoutes } from './plan-routes.ts';

/** The operators' calls about payment systems and directions (domain 10). Single things are saved as changes (`server/changes`). */
export const officeCatalogueRoutes = (deps: Deps): Route[] => [
  ...catalogueListRoutes(deps),
  catalogueCheckRoute(deps),
  ...cataloguePlanRoutes(deps),
];
