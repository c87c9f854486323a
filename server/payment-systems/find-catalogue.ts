import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { readDirections, readPaymentSystems } from './store.ts';

/** All payment systems from the database; the copy in memory may be older. */
export const findAllPaymentSystems = (db: Queryable): Promise<readonly PaymentSystem[]> => readPaymentSystems(db);

/** All directions from the database. */
export const findAllDirections = (db: Queryable): Promise<readonly Direction[]> => readDirections(db);
