import { call, type Transport } from '#contract/call.ts';
import { listPaymentSystems } from '#contract/public/payment-systems.ts';
import { flattenResource, type System } from '#web/catalogue/systems.ts';

const NONE: ReadonlySet<string> = new Set();

/** All payment systems except excluded currencies (spec 7); undefined: no response. */
export async function listSystems(transport: Transport, excluded: ReadonlySet<string> = NONE): Promise<readonly System[] | undefined> {
  const query = excluded.size === 0 ? {} : { excluded_currency_iso_codes: [...excluded] };
  const response = await call(listPaymentSystems, { query }, transport);
  return response.ok ? response.data.map(flattenResource) : undefined;
}
