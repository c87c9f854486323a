/** Names of the payout jobs. */
export const JOB = {
  executePayout: 'execute-payout',
  executeRefund: 'execute-refund',
  executeSurplus: 'execute-surplus',
  executeWithdrawal: 'execute-withdrawal',
} as const;
