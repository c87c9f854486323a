import { data, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { listOrders } from '#contract/public/orders.ts';
import { listPurses, type PurseAttributes } from '#contract/account/payouts.ts';
import { siteContext } from '#web/api/site-context.ts';
import { requireUser } from '#web/api/user.ts';
import { fetchWallets, type SavedWallet } from '#web/requisites/fetch-wallets.ts';
import { listSystems } from '#web/catalogue/list-systems.ts';
import type { System } from '#web/catalogue/systems.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { toOrder, type Order } from '#web/order/order.ts';

export interface WithdrawData {
  readonly hasVerifiedEmail: boolean;
  readonly purses: readonly PurseAttributes[];
  /** Systems that earnings can be paid out to now, those with a saved wallet first. */
  readonly systems: readonly System[];
  readonly wallets: readonly SavedWallet[];
  /** All systems, for the names in the history. */
  readonly allSystems: readonly System[];
  readonly history: readonly Order[];
  /** One key per page: its form creates one withdrawal, however often it is sent. */
  readonly idempotencyKey: string;
}

/** Withdrawals shown, newest first; all of them are among the orders. */
const HISTORY_SIZE = '10';

/** Loads balances, systems, saved wallets and the history. */
export async function loadWithdraw(args: LoaderFunctionArgs) {
  const user = await requireUser(args);
  const transport = args.context.get(siteContext).api(localeOf(new URL(args.request.url).pathname));
  const [purses, systems, wallets, history] = await Promise.all([
    call(listPurses, {}, transport),
    listSystems(transport),
    fetchWallets(transport),
    call(listOrders, { query: { kind: 'withdrawal', per: HISTORY_SIZE } }, transport),
  ]);
  if (!purses.ok || systems === undefined || !history.ok) throw data(null, { status: 503 });
  const payable = systems.filter((one) => one.referal_output_enabled && one.outcome_enabled);
  const hasWallet = (system: System) => wallets.some((wallet) => wallet.side === 'outcome' && wallet.payment_system_id === system.id);
  const withdraw: WithdrawData = {
    hasVerifiedEmail: user.email_verified,
    purses: purses.data.map(({ attributes }) => attributes),
    systems: payable.toSorted((one, other) => Number(hasWallet(other)) - Number(hasWallet(one))),
    wallets,
    allSystems: systems,
    history: history.data.map(toOrder),
    idempotencyKey: crypto.randomUUID(),
  };
  // Without a verified e-mail nothing can be withdrawn: the page says how to verify it
  return data(withdraw, { status: user.email_verified ? 200 : 403, headers: { 'cache-control': 'no-store' } });
}
