import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { amountOf } from './translate.ts';

/** Confirmations that amounts from a bound on need. */
interface Step {
  /** Smallest units. */
  readonly from: bigint;
  readonly confirmations: number;
}

/** Name of the rail setting: `10:6, 100:12` means 6 from 10 coins on, 12 from 100. */
const SETTING = 'confirmations_by_amount';
const STEP = /^\s*([0-9.]+)\s*:\s*([1-9]\d{0,2})\s*$/;

export const confirmationSteps = ({ railSettings }: Pick<PaymentSystem, 'railSettings'>): string => railSettings[SETTING] ?? '';

/** Undefined: the setting is malformed. */
export function readSteps(text: string): readonly Step[] | undefined {
  if (text.trim() === '') return [];
  const steps = text.split(',').map((part) => {
    const [, amount = '', confirmations] = STEP.exec(part) ?? [];
    const from = amountOf(amount);
    return from === undefined ? undefined : { from, confirmations: Number(confirmations) };
  });
  return steps.every((step) => step !== undefined) ? steps : undefined;
}

/** Confirmations of an amount: the payment system's number, and at least those of every step that the amount reaches. */
export const requiredFor = (amount: bigint, { least, steps }: { readonly least: number; readonly steps: string }): number =>
  Math.max(least, ...(readSteps(steps) ?? []).filter(({ from }) => amount >= from).map(({ confirmations }) => confirmations));
