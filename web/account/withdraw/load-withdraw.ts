import { data, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { listOrders } from '#contract/orders.ts';
import { listPurses, type PurseAttributes } from '#contract/payouts.ts';
import { siteContext } from '#web/api/site-context.ts';
import { requireUser } from '#web/account/user.ts';
import { askWallets, type OwnWallet } from '#web/exchange/ask-wallets.ts';
import { listSystems } from '#web/exchange/list-systems.ts';
import type { System } from '#web/exchange/systems.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { toOrder, type Order } from '#web/order/order.ts';

export interface Withdraw {
  readonly hasVerifiedEmail: boolean;
  readonly purses: readonly PurseAttributes[];
  /** Those that earnings are paid to now, the ones that he keeps wallets of first. */
  readonly systems: readonly System[];
  readonly wallets: readonly OwnWallet[];
  /** All of them, for the names of what was withdrawn before. */
  readonly known: readonly System[];
  readonly history: readonly Order[];
  /** One page is one withdrawal, however often its form is sent. */
  readonly attempt: string;
}

/** The newest withdrawals; all of them stand among the orders. */
const SHOWN = '10';

/** What can be taken out, to where, and what was. */
export async function loadWithdraw(args: LoaderFunctionArgs) {
  const user = await requireUser(args);
  const transport = args.context.get(siteContext).api(localeOf(new URL(args.request.url).pathname));
  const [purses, systems, wallets, history] = await Promise.all([
    call(listPurses, {}, transport),
    listSystems(transport),
    askWallets(transport),
    call(listOrders, { query: { kind: 'withdrawal', per: SHOWN } }, transport),
  ]);
  if (!purses.ok || systems === undefined || !history.ok) throw data(null, { status: 503 });
  const payable = systems.filter((one) => one.referal_output_enabled && one.outcome_enabled);
  const isKept = (system: System) => wallets.some((wallet) => wallet.side === 'outcome' && wallet.payment_system_id === system.id);
  const withdraw: Withdraw = {
    hasVerifiedEmail: user.email_verified,
    purses: purses.data.map(({ attributes }) => attributes),
    systems: payable.toSorted((one, other) => Number(isKept(other)) - Number(isKept(one))),
    wallets,
    known: systems,
    history: history.data.map(toOrder),
    attempt: crypto.randomUUID(),
  };
  // Nothing can be done here before the address is proven: the page says so, and how
  return data(withdraw, { status: user.email_verified ? 200 : 403, headers: { 'cache-control': 'no-store' } });
}
