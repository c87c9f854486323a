import type { Queryable } from '#server/platform/db/db.ts';
import { type OwnPurse, type SumsRow, sumOwn } from './own-store.ts';

/** What has become of one purse's money, in cents, for whoever stands further down the street. */
export const purseSums = async (db: Queryable, asked: OwnPurse): Promise<SumsRow> => await sumOwn(db, asked);
