import { officeGetCheque } from '#contract/office/orders/orders.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { findChequeFile } from './store.ts';

/** Office access to the customers' cheques. */
export const officeChequeRoutes = (deps: Deps): Route[] => [
  route(officeGetCheque, async ({ params }) => {
    const fileKey = await findChequeFile(deps.db, params.id, params.cheque_id);
    const bytes = fileKey === undefined ? undefined : await deps.files.get(fileKey);
    if (!bytes) return refuse({ code: 'not_found' });
    return accept({ bytes, fileName: `cheque-${params.cheque_id}.pdf`, disposition: 'attachment' });
  }),
];
