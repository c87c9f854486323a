import { formatAmount } from '#core/money/amount.ts';
import type { ReceiveAnswer, ReceiveRequest } from '#server/adapters/rails/port.ts';
import { addressOfOrder, assignAddress, type DepositAddress } from './deposit-address.ts';
import { checkSystem, confirmationsOf, DECIMALS } from './payment-system.ts';
import { ensureCursor, receivingWallet, type ScanDeps } from './scan-wallet.ts';

/** Offers the order's own subaddress, created on the first call. The wallet must have responded first. */
export async function receive(deps: ScanDeps, request: ReceiveRequest): Promise<ReceiveAnswer> {
  const existing = await addressOfOrder(deps.db, request.orderId);
  if (existing) return offer(existing, request);
  const check = await checkSystem(deps, request.paymentSystem);
  if (!check.ok) {
    deps.log.error({ payment_system: request.paymentSystem.code, reason: check.problem }, 'monero_payment_system_misconfigured');
    return { outcome: 'unavailable', reason: check.problem };
  }
  const wallet = await receivingWallet(deps, check.network);
  if (!wallet) return { outcome: 'unavailable', reason: 'no_receiving_wallet' };
  await ensureCursor(deps, wallet);
  const address = await assignAddress(deps.db, wallet, {
    orderId: request.orderId,
    paymentSystemCode: request.paymentSystem.code,
    amount: request.amount,
    requiredConfirmations: confirmationsOf(request.paymentSystem),
    now: deps.clock.now(),
  });
  return offer(address, request);
}

const uriOf = ({ address, amount }: DepositAddress): string => `monero:${address}?tx_amount=${formatAmount(amount, DECIMALS)}`;

function offer(deposit: DepositAddress, request: ReceiveRequest): ReceiveAnswer {
  if (deposit.paymentSystemCode !== request.paymentSystem.code) return { outcome: 'unavailable', reason: 'order_pays_with_another_system' };
  return {
    outcome: 'offered',
    offer: {
      kind: 'requisites',
      amount: deposit.amount,
      fields: [{ key: 'address', labelKey: 'address', value: deposit.address }],
      memo: null,
      qrPayload: uriOf(deposit),
      url: null,
      method: null,
      formFields: null,
      reference: deposit.address,
    },
  };
}
