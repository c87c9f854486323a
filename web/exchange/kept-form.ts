import * as z from 'zod/mini';
import { keepTyping, takeTyping } from '#web/shell/kept-typing.ts';
import type { Ask, Entry } from './ask.ts';
import type { Typed } from './order-form.ts';

const NAME = 'exchange';

const texts = z.record(z.string(), z.string());
const Kept = z.object({
  ask: z.object({
    from: z.string(),
    to: z.string(),
    side: z.enum(['income', 'outcome']),
    amount: z.string(),
    slotId: z.nullable(z.string()),
    fitsSlot: z.boolean(),
  }),
  entry: z.enum(['typed', 'chosen']),
  typed: z.object({ email: z.string(), income: texts, outcome: texts, noMemo: z.boolean(), acceptsTerms: z.boolean() }),
});

export interface KeptForm {
  readonly ask: Ask;
  readonly entry: Entry;
  readonly typed: Typed;
}

/** Has the form taken along when the language changes. */
export const keepForm = (read: () => KeptForm): (() => void) => keepTyping(NAME, read);

/** The form as it stood before the language changed, once; undefined where it did not, or for another pair than this page's. */
export function takeForm({ from, to }: Pick<Ask, 'from' | 'to'>): KeptForm | undefined {
  const kept = z.safeParse(Kept, takeTyping(NAME));
  return kept.success && kept.data.ask.from === from && kept.data.ask.to === to ? kept.data : undefined;
}
