import type { ReceiveAnswer, ReceiveRequest } from '#server/adapters/rails/port.ts';
import { confirmationSteps } from './confirmations.ts';
import { addressOfOrder, assignAddress, type DepositAddress, paymentUri } from './deposit-address.ts';
import type { DepositKey } from './keys.ts';
import { checkSystem } from './payment-system.ts';
import { ensureCursor, type ScanDeps } from './scan-chain.ts';

export interface ReceiveDeps extends ScanDeps {
  readonly depositKey: DepositKey | null;
  readonly defaultConfirmations: number;
}

/** Offers the order's own address, created on the first call. The node must have responded first: an unwatched address is never offered. */
export async function receive(deps: ReceiveDeps, request: ReceiveRequest): Promise<ReceiveAnswer> {
  const existing = await addressOfOrder(deps.db, request.orderId);
  if (existing) return offer(deps, existing, request);
  const { depositKey } = deps;
  if (!depositKey) return { outcome: 'unavailable', reason: 'no_deposit_key' };
  const check = await checkSystem(deps, request.paymentSystem);
  if (!check.ok) {
    deps.log.error({ payment_system: request.paymentSystem.code, reason: check.problem }, 'utxo_payment_system_misconfigured');
    return { outcome: 'unavailable', reason: check.problem };
  }
  const { network } = check;
  if (depositKey.isMain !== (network.name === 'main')) return { outcome: 'unavailable', reason: 'key_of_another_network' };
  if (request.amount < deps.coin.dustLimit) return { outcome: 'unavailable', reason: 'amount_below_dust' };
  await ensureCursor(deps, network);
  const address = await assignAddress(
    deps.db,
    {
      orderId: request.orderId,
      chain: network.genesis,
      paymentSystemCode: request.paymentSystem.code,
      amount: request.amount,
      requiredConfirmations: request.paymentSystem.requiredConfirmations || deps.defaultConfirmations,
      confirmationSteps: confirmationSteps(request.paymentSystem),
      xpubFingerprint: depositKey.fingerprint,
      now: deps.clock.now(),
    },
    (index) => depositKey.addressAt(index, network),
  );
  return offer(deps, address, request);
}

function offer({ coin }: ReceiveDeps, deposit: DepositAddress, request: ReceiveRequest): ReceiveAnswer {
  if (deposit.paymentSystemCode !== request.paymentSystem.code) return { outcome: 'unavailable', reason: 'order_pays_with_another_system' };
  return {
    outcome: 'offered',
    offer: {
      kind: 'requisites',
      amount: deposit.amount,
      fields: [{ key: 'address', labelKey: 'address', value: deposit.address }],
      memo: null,
      qrPayload: paymentUri(coin.scheme, deposit),
      url: null,
      method: null,
      formFields: null,
      reference: deposit.address,
    },
  };
}
