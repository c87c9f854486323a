import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { officeGetOrder, officeMoveOrder } from '#contract/office-orders.ts';
import type { OperatorMove } from '#core/access.ts';
import { keys } from '#office/api/keys.ts';
import { codeOf, statusOf, useApi } from '#office/api/use-api.ts';
import { useWords } from '#office/words/Words.tsx';

/** One order with everything about it; read again on every hint, and slowly by itself. */
export function useOrder(id: string) {
  const api = useApi();
  const { locale } = useWords();
  return useQuery({
    queryKey: [...keys.order(id), locale],
    queryFn: async ({ signal }) => {
      const { data } = await api(officeGetOrder, { params: { id }, signal });
      return { order: data.attributes, serverOffsetMs: Date.parse(data.attributes.server_time) - Date.now() };
    },
    refetchInterval: 10_000,
  });
}

export interface ChosenMove {
  readonly move: OperatorMove;
  readonly note: string;
  /** Of a refund: how much goes back. */
  readonly refundAmount?: string | undefined;
  /** The version the operator has seen. */
  readonly version: number;
}

/** Makes a move once: the key stays until the server has answered, so that pressing again repeats nothing. */
export function useMove(id: string) {
  const api = useApi();
  const queries = useQueryClient();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: ({ move, note, version, refundAmount }: ChosenMove) => {
      key.current ??= crypto.randomUUID();
      return api(officeMoveOrder, {
        params: { id },
        body: { move, note: note.trim() === '' ? null : note.trim(), version, refund_amount: refundAmount ?? null },
        idempotencyKey: key.current,
      });
    },
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keys.order(id) });
      void queries.invalidateQueries({ queryKey: keys.lists() });
    },
  });
}

/** Whether a failed move means that the order has gone on meanwhile. */
export const isOvertaken = (error: unknown): boolean => codeOf(error) === 'order_state_conflict';
