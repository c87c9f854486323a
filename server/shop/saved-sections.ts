import type { Queryable } from '#server/platform/db/db.ts';
import { readSections } from './store.ts';

/** Sections that an owner has said something in; the others are as a new shop begins. */
export const savedSections = async (db: Queryable): Promise<ReadonlySet<string>> => new Set((await readSections(db)).keys());
