import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { readDirections, readPaymentSystems } from './store.ts';

/** All payment systems as the database has them now; what is in memory may be a moment behind a change. */
export const paymentSystemsNow = (db: Queryable): Promise<readonly PaymentSystem[]> => readPaymentSystems(db);

/** All directions, likewise. */
export const directionsNow = (db: Queryable): Promise<readonly Direction[]> => readDirections(db);
