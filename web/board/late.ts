import { latePart } from '#web/loading/late-part.tsx';

/* Parts around the exchange form: rendered with the page, hydrated after it. */
export const Facts = latePart(async () => (await import('./Facts.tsx')).Facts);
export const HowItGoes = latePart(async () => (await import('./HowItGoes.tsx')).HowItGoes);
export const Board = latePart(async () => (await import('./Board.tsx')).Board);
