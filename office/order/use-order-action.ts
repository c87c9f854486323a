import { keys } from '#office/api/keys.ts';
import type { Api } from '#office/api/use-api.ts';
import { type Command, useAction } from '#office/api/use-command.ts';
import type { Lease } from './use-lease.ts';

export interface OrderActionOptions<Input, Result> {
  /** With a lease the order is claimed first; a claim that fails shows its own message (`lease.error`) and nothing is sent. */
  readonly lease?: Lease;
  readonly success: string | ((result: Result, input: Input) => string);
  readonly onDone?: (result: Result) => void;
  readonly isKeyed?: boolean;
}

/** An action on one order. It is done when the screen shows the version that it made, which the next action uses. */
export function useOrderAction<Input, Result>(
  id: string,
  send: (input: Input, call: Api) => Promise<Result>,
  { lease, success, onDone, isKeyed = true }: OrderActionOptions<Input, Result>,
): Command<Input, { readonly result: Result } | null> {
  return useAction(
    async (input: Input, call: Api) => {
      if (lease !== undefined && !lease.isMine && !(await lease.claim())) return null;
      return { result: await send(input, call) };
    },
    {
      after: [keys.order(id), keys.lists(), keys.approvals()],
      success: (sent, input) => (sent === null ? undefined : typeof success === 'string' ? success : success(sent.result, input)),
      onDone: (sent) => sent !== null && onDone?.(sent.result),
      isKeyed,
    },
  );
}
