import { account, type Posting, type PostingKind, transfer } from '#core/ledger/account.ts';
import { PURSE_ASSET, type Withdrawal } from './withdrawal.ts';

const fromBalance = ({ purseWallet, purseAmount }: Withdrawal) => ({ wallet: purseWallet, asset: PURSE_ASSET, amount: purseAmount });
const inOutcome = ({ outcomeWallet, outcomeAsset, outcomeAmount }: Withdrawal) => ({
  wallet: outcomeWallet,
  asset: outcomeAsset,
  amount: outcomeAmount,
});

/** The balance becomes a debt of the withdrawal (domain 6: `reward:<user>` / `withdrawal:<id>`). Pending from T27, posted at T28. */
export const debitBalance = (withdrawal: Withdrawal): Posting =>
  transfer('withdrawal', account(withdrawal.purse, withdrawal.userId), account('withdrawal', withdrawal.id), fromBalance(withdrawal));

/** The debt in dollars becomes a debt in the outcome's asset (T28). */
export const exchange = (withdrawal: Withdrawal): Posting => {
  const debt = account('withdrawal', withdrawal.id);
  const debited = transfer('exchange', debt, account('fx', PURSE_ASSET), fromBalance(withdrawal));
  const credited = transfer('exchange', account('fx', withdrawal.outcomeAsset), debt, inOutcome(withdrawal));
  return { kind: 'exchange', entries: [...debited.entries, ...credited.entries] };
};

/** The outcome is on its way (T19). Pending from T27 on. */
export const dispatch = (withdrawal: Withdrawal): Posting =>
  transfer('payout', account('withdrawal', withdrawal.id), account('transit_out', withdrawal.outcomeWallet), inOutcome(withdrawal));

/** The outcome has left the treasury (T20). */
export const settleTransit = ({ outcomeWallet, ...rest }: Withdrawal): Posting =>
  transfer(
    'payout_settled',
    account('transit_out', outcomeWallet),
    account('treasury', outcomeWallet),
    inOutcome({ outcomeWallet, ...rest }),
  );

/** The posting with reversed entries. */
const reversed = (kind: PostingKind, { entries }: Posting): Posting => ({
  kind,
  entries: entries.map((entry) => ({ ...entry, amount: -entry.amount })),
});

/** Takes the outcome back after a payout that definitely failed (T21). */
export const undispatch = (withdrawal: Withdrawal): Posting => reversed('payout_undone', dispatch(withdrawal));

/** A withdrawal that could not be paid returns to the balance at the same rate. */
export const returnToPurse = (withdrawal: Withdrawal): Posting[] => [
  reversed('exchange_undone', exchange(withdrawal)),
  reversed('withdrawal_undone', debitBalance(withdrawal)),
];
