import { SECOND_MS } from '#core/time.ts';

/** Delays of the provider; tests set zeros. */
export interface SandboxTiming {
  /** Between two confirmations of a payment on a chain. */
  readonly confirmationMs: number;
  /** From accepting a payout to executing it. */
  readonly payoutMs: number;
  /** How long a payout stays unknown under the fault `unknown_late`. */
  readonly unknownLateMs: number;
  /** Delay per remaining step under the fault `reorder`. */
  readonly reorderMs: number;
  /** How long a call hangs under the fault `timeout_after_execute`, unless the caller disconnects. */
  readonly hangMs: number;
  /** First pause before a refused callback is repeated; it doubles each time. */
  readonly retryMs: number;
}

/** Slow enough to watch. */
export const DEMO_TIMING: SandboxTiming = {
  confirmationMs: 400,
  payoutMs: SECOND_MS,
  unknownLateMs: 4 * SECOND_MS,
  reorderMs: 700,
  hangMs: 60 * SECOND_MS,
  retryMs: 500,
};
