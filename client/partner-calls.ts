import * as countries from '#contract/countries.ts';
import * as directions from '#contract/directions.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import * as orders from '#contract/orders.ts';
import * as systems from '#contract/payment-systems.ts';
import * as notice from '#contract/public-notice.ts';
import * as calculations from '#contract/rate-calculations.ts';
import * as history from '#contract/rate-history.ts';
import * as receipts from '#contract/receipts.ts';
import * as checks from '#contract/requisite-checks.ts';
import type { PartnerScope } from '#core/partner.ts';

/** Where calls of partners are written. Which of them are partners' is said there, by their scope, and nowhere here. */
const WRITTEN = { ...countries, ...directions, ...orders, ...systems, ...notice, ...calculations, ...history, ...receipts, ...checks };
type Written = typeof WRITTEN;

/** Every call that a partner's program may make, by name, with its own types. */
export type PartnerCalls = {
  readonly [Name in keyof Written as Written[Name] extends Endpoint & { readonly scope: PartnerScope } ? Name : never]: Written[Name];
};

const isOfPartners = (written: unknown): written is Endpoint =>
  typeof written === 'object' && written !== null && 'method' in written && 'scope' in written && written.scope !== undefined;

/** The same as values; their names are those under which they are written. */
export const PARTNER_CALLS: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(WRITTEN).flatMap(([name, written]: [string, unknown]) => (isOfPartners(written) ? [[name, written] as const] : [])),
);
