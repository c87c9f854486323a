import { latePart } from '#web/loading/late-part.tsx';

/** Loaded only where the refund destination is unknown. */
export const RefundForm = latePart(async () => (await import('./RefundForm.tsx')).RefundForm);
