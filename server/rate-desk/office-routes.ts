import { officePreviewChange, officeRateGrid } from '#contract/office/catalogue/rate-desk.ts';
import { accept } from '#core/result.ts';
import { judgeItems, reversedItems } from '#server/changes/preview-change.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { gridOf } from './grid.ts';
import { presentPreview } from './preview.ts';

const gridRoute = (deps: Deps): Route =>
  route(officeRateGrid, async () => {
    return accept({ data: { type: 'rate_grids', id: 'now', attributes: await gridOf(deps) } });
  });

const previewRoute = (deps: Deps): Route =>
  route(officePreviewChange, async ({ body, visitor: operator }) => {
    const items = body.rolls_back == null ? accept(body.items ?? []) : await reversedItems(deps, body.rolls_back);
    if (!items.ok) return items;
    const judged = await judgeItems(deps, { items: items.value, role: operator.role });
    if (!judged.ok) return judged;
    return accept({ data: { type: 'change_previews', id: deps.random.uuid(), attributes: await presentPreview(deps, judged.value) } });
  });

/** Office routes to preview changes of prices, and the grid of all directions (domain 10). */
export const officeRateDeskRoutes = (deps: Deps): Route[] => [gridRoute(deps), previewRoute(deps)];
