import * as countries from '#contract/public/countries.ts';
import * as directions from '#contract/public/directions.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import * as orders from '#contract/public/orders.ts';
import * as systems from '#contract/public/payment-systems.ts';
import * as notice from '#contract/public/public-notice.ts';
import * as calculations from '#contract/public/rate-calculations.ts';
import * as history from '#contract/public/rate-history.ts';
import * as receipts from '#contract/public/receipts.ts';
import * as checks from '#contract/public/requisite-checks.ts';
import type { PartnerScope } from '#core/partner/partner.ts';

/** Modules with calls of partners. A call belongs to the partner API if its endpoint has a `scope`. */
const MODULES = { ...countries, ...directions, ...orders, ...systems, ...notice, ...calculations, ...history, ...receipts, ...checks };
type Exports = typeof MODULES;

/** Every call of the partner API by name, with its types. */
export type PartnerCalls = {
  readonly [Name in keyof Exports as Exports[Name] extends Endpoint & { readonly scope: PartnerScope } ? Name : never]: Exports[Name];
};

const isPartnerEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'scope' in value && value.scope !== undefined;

/** The same endpoints as values, by export name. */
export const PARTNER_CALLS: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(MODULES).flatMap(([name, value]: [string, unknown]) => (isPartnerEndpoint(value) ? [[name, value] as const] : [])),
);
