import { call, type Transport } from '#contract/call.ts';
import { listPaymentSystems } from '#contract/payment-systems.ts';
import { flat, type System } from './systems.ts';

/** Every payment system with all that is known of it; undefined where nobody answers. */
export async function listSystems(transport: Transport): Promise<readonly System[] | undefined> {
  const listed = await call(listPaymentSystems, {}, transport);
  return listed.ok ? listed.data.map(flat) : undefined;
}
