import { notifications } from '@mantine/notifications';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { Answer, InputOf } from '#contract/call.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { fieldProblem, mayHaveHappened, takesIdempotencyKey } from './call-failure.ts';
import { type Api, useApi } from './use-api.ts';

/**
 * The server's calls. A command's idempotency key is made at the first try and kept until the result is known: a repetition after a
 * lost answer has no second effect.
 */
function useRepeatableApi(): Api {
  const api = useApi();
  /** Keys of the calls whose outcome is not known, by endpoint and address. */
  const openKeys = useRef(new Map<string, string>());
  return useCallback(
    async <const E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
      if (!takesIdempotencyKey(endpoint)) return await api(endpoint, input);
      const keysByCall = openKeys.current;
      const call = JSON.stringify([endpoint.name, input.params, input.query]);
      const idempotencyKey = keysByCall.get(call) ?? crypto.randomUUID();
      keysByCall.set(call, idempotencyKey);
      try {
        const answer = await api(endpoint, { ...input, idempotencyKey });
        keysByCall.delete(call);
        return answer;
      } catch (error) {
        if (!mayHaveHappened(error)) keysByCall.delete(call);
        throw error;
      }
    },
    [api],
  );
}

export interface CommandOptions<Input, Result> {
  /** Queries read again after every answer, by key; on success before the command counts as done. `all`: everything on the screen. */
  readonly after?: readonly QueryKey[] | 'all';
  /** Notification when done: the text, or what makes it; undefined: none. */
  readonly success?: string | ((result: Result, input: Input) => string | undefined);
  /** Called when done, with the screen showing the new state. */
  readonly onDone?: (result: Result, input: Input) => void;
  readonly onRefused?: (error: unknown) => void;
  /** False: no idempotency key. For secrets (the server stores a hash of the input and the answer by key for a day) and for renewals. */
  readonly isKeyed?: boolean;
}

export interface Command<Input, Result> {
  readonly run: (input: Input) => void;
  /** Until the answer has arrived and the queries of `after` are read again. */
  readonly isPending: boolean;
  readonly isDone: boolean;
  /** Null where the last run was not refused. */
  readonly error: unknown;
  /** Message at one member of the body; undefined where it was not refused. */
  readonly fieldError: (member: string) => string | undefined;
  readonly result: Result | undefined;
  /** Input of the last run. */
  readonly input: Input | undefined;
  readonly reset: () => void;
}

/**
 * A command of one or several calls. `send` gets calls that repeat with the same idempotency key after a lost answer (`useRepeatableApi`).
 * Form input stays; refusals are in `error`.
 */
export function useAction<Input, Result>(
  send: (input: Input, call: Api) => Promise<Result>,
  { after = [], success, onDone, onRefused, isKeyed = true }: CommandOptions<Input, Result> = {},
): Command<Input, Result> {
  const queries = useQueryClient();
  const plainApi = useApi();
  const repeatableApi = useRepeatableApi();
  const refetch = async () => {
    if (after === 'all') await queries.invalidateQueries();
    else await Promise.all(after.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
  const mutation = useMutation({
    mutationFn: (input: Input) => send(input, isKeyed ? repeatableApi : plainApi),
    async onSuccess(result, input) {
      await refetch();
      const message = typeof success === 'function' ? success(result, input) : success;
      if (message !== undefined) notifications.show({ message });
      onDone?.(result, input);
    },
    onError(error) {
      void refetch();
      onRefused?.(error);
    },
  });
  return {
    run: mutation.mutate,
    isPending: mutation.isPending,
    isDone: mutation.isSuccess,
    error: mutation.error,
    fieldError: (member) => fieldProblem(mutation.error, member),
    result: mutation.data,
    input: mutation.variables,
    reset: mutation.reset,
  };
}

/** A command of one call. `run` takes the call's input: `params`, `body`, `files`. */
export const useCommand = <const E extends Endpoint>(
  endpoint: E,
  options: CommandOptions<InputOf<E>, Answer<E>> = {},
): Command<InputOf<E>, Answer<E>> => useAction((input: InputOf<E>, call) => call(endpoint, input), options);
