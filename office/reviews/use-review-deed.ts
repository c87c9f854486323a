import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { keys } from '#office/api/keys.ts';
import { codeOf, statusOf } from '#office/api/use-api.ts';

/** Makes the call, with the version that it is about and the key that makes it once. */
type Send<Said> = (said: Said, call: { readonly version: number; readonly idempotencyKey: string }) => Promise<unknown>;

/**
 * A deed about a review: said twice it is done once. It is done when the list shows it, so that the next one goes on from the version
 * that this one made; refused, the list is read again as well. `version`: of what stands on the screen.
 */
export function useReviewDeed<Said>(version: number, send: Send<Said>, onDone: () => void) {
  const queries = useQueryClient();
  const key = useRef<string | null>(null);
  const readAgain = async () => await queries.invalidateQueries({ queryKey: keys.reviews() });
  return useMutation({
    mutationFn: async (said: Said) => {
      key.current ??= crypto.randomUUID();
      await send(said, { version, idempotencyKey: key.current });
      await readAgain();
    },
    onSuccess: onDone,
    onError: () => void readAgain(),
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
    },
  });
}

/** One that is typed: about what was read when its form was opened; once that is refused because it has changed, about what is there now. */
export function useTypedReviewDeed<Said>(latest: number, send: Send<Said>, onDone: () => void) {
  const [seen, setSeen] = useState<number | null>(latest);
  const overtaken = async (call: Promise<unknown>) => {
    try {
      return await call;
    } catch (error) {
      if (codeOf(error) === 'edit_conflict') setSeen(null);
      throw error;
    }
  };
  return useReviewDeed<Said>(seen ?? latest, async (said, call) => await overtaken(send(said, call)), onDone);
}
