/** Jobs of paying out, by what is paid. */
export const JOB = {
  executePayout: 'execute-payout',
  executeRefund: 'execute-refund',
  executeSurplus: 'execute-surplus',
} as const;
