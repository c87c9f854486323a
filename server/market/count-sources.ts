import type { Queryable } from '#server/platform/db/db.ts';
import { listSourceStates } from './source-store.ts';

/** How many sources of prices are asked at all, whether they answer or not. */
export const countSources = async (db: Queryable): Promise<number> => (await listSourceStates(db)).length;
