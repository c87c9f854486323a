/** Jobs of paying out, by what is paid. */
export const JOB = {
  executePayout: 'execute-payout',
  executeRefund: 'execute-refund',
  executeSurplus: 'execute-surplus',
  executeWithdrawal: 'execute-withdrawal',
} as const;
