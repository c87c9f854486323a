import type { SwitchAttributes } from '#contract/office/shop/switches.ts';
import { paths } from '#office/paths.ts';

export interface NextStep {
  /** Key of the sentence that says why there are no orders. */
  readonly why: string;
  /** Key of the link's text. */
  readonly label: string;
  readonly to: string;
}

/** Why an empty queue gets no orders, and what to do about it; undefined: the shop is open. */
export function nextStepOf(
  switches: readonly Pick<SwitchAttributes, 'kind' | 'reason' | 'is_in_force'>[],
  actions: readonly string[],
): NextStep | undefined {
  const closing = switches.find(({ kind, is_in_force: isInForce }) => kind === 'shop' && isInForce);
  if (closing === undefined) return undefined;
  return closing.reason === 'not_open_yet' && actions.includes('change_settings')
    ? { why: 'office.queue.not_open', label: 'office.queue.to_opening', to: paths.opening() }
    : { why: 'office.queue.closed', label: 'office.queue.to_switches', to: paths.switches() };
}
