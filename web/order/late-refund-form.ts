import { latePart } from '#web/shell/late-part.tsx';

/** Comes where money goes back and nobody knows where to. */
export const RefundForm = latePart(async () => (await import('./RefundForm.tsx')).RefundForm);
