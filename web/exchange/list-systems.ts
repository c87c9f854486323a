import { call, type Transport } from '#contract/call.ts';
import { listPaymentSystems } from '#contract/payment-systems.ts';
import { flat, type System } from './systems.ts';

const NONE: ReadonlySet<string> = new Set();

/** Every payment system with all that is known of it, but for excluded currencies (spec 7); undefined where nobody answers. */
export async function listSystems(transport: Transport, excluded: ReadonlySet<string> = NONE): Promise<readonly System[] | undefined> {
  const query = excluded.size === 0 ? {} : { excluded_currency_iso_codes: [...excluded] };
  const listed = await call(listPaymentSystems, { query }, transport);
  return listed.ok ? listed.data.map(flat) : undefined;
}
