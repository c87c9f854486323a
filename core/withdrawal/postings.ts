import { account, type Posting, type PostingKind, transfer } from '#core/ledger/account.ts';
import { PURSE_ASSET, type Withdrawal } from './withdrawal.ts';

const fromBalance = ({ purseWallet, purseAmount }: Withdrawal) => ({ wallet: purseWallet, asset: PURSE_ASSET, amount: purseAmount });
const inOutcome = ({ outcomeWallet, outcomeAsset, outcomeAmount }: Withdrawal) => ({
  wallet: outcomeWallet,
  asset: outcomeAsset,
  amount: outcomeAmount,
});

/** T27, pending, and posted at T28: the balance becomes a debt of the withdrawal (domain 6: `reward:<user>` / `withdrawal:<id>`). */
export const debitBalance = (withdrawal: Withdrawal): Posting =>
  transfer('withdrawal', account(withdrawal.purse, withdrawal.userId), account('withdrawal', withdrawal.id), fromBalance(withdrawal));

/** T28: the debt in dollars becomes a debt in the outcome's asset. */
export const exchange = (withdrawal: Withdrawal): Posting => {
  const debt = account('withdrawal', withdrawal.id);
  const debited = transfer('exchange', debt, account('fx', PURSE_ASSET), fromBalance(withdrawal));
  const credited = transfer('exchange', account('fx', withdrawal.outcomeAsset), debt, inOutcome(withdrawal));
  return { kind: 'exchange', entries: [...debited.entries, ...credited.entries] };
};

/** T19, pending from T27 on: the outcome is on its way. */
export const dispatch = (withdrawal: Withdrawal): Posting =>
  transfer('payout', account('withdrawal', withdrawal.id), account('transit_out', withdrawal.outcomeWallet), inOutcome(withdrawal));

/** T20: the outcome left the treasury. */
export const settleTransit = ({ outcomeWallet, ...rest }: Withdrawal): Posting =>
  transfer(
    'payout_settled',
    account('transit_out', outcomeWallet),
    account('treasury', outcomeWallet),
    inOutcome({ outcomeWallet, ...rest }),
  );

/** The reverse entries. */
const reversed = (kind: PostingKind, { entries }: Posting): Posting => ({
  kind,
  entries: entries.map((entry) => ({ ...entry, amount: -entry.amount })),
});

/** T21: reverses T19 after a definite failure. */
export const undispatch = (withdrawal: Withdrawal): Posting => reversed('payout_undone', dispatch(withdrawal));

/** A withdrawal that could not be paid returns to the balance at the same rate. */
export const returnToPurse = (withdrawal: Withdrawal): Posting[] => [
  reversed('exchange_undone', exchange(withdrawal)),
  reversed('withdrawal_undone', debitBalance(withdrawal)),
];
