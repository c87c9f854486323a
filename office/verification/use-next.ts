import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { officeTakeNextCard } from '#contract/office-card-verifications.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { paths } from '#office/paths.ts';

/** Takes the next card in hand and opens it; to the list where none waits. */
export function useNext() {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => (await api(officeTakeNextCard, { body: {} })).data,
    onSuccess: (check) => void navigate(check === null ? paths.cardChecks() : paths.cardCheck(check.id)),
    onSettled: () => void queries.invalidateQueries({ queryKey: keys.cardChecks() }),
  });
}
