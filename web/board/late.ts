import { latePart } from '#web/shell/late-part.tsx';

/* What stands around the form and is not the form: drawn with the page, run after it. */
export const Facts = latePart(async () => (await import('./Facts.tsx')).Facts);
export const HowItGoes = latePart(async () => (await import('./HowItGoes.tsx')).HowItGoes);
export const Board = latePart(async () => (await import('./Board.tsx')).Board);
