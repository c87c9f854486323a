import type { Queryable } from '#server/platform/db/db.ts';
import { listSourceStates } from './source-store.ts';

/** Number of price sources that are polled, whether they answer or not. */
export const countSources = async (db: Queryable): Promise<number> => (await listSourceStates(db)).length;
