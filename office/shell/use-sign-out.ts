import { useMutation } from '@tanstack/react-query';
import { deleteSession } from '#contract/sessions.ts';
import { useApi } from '#office/api/use-api.ts';
import { BASE } from '#office/paths.ts';

/** Ends the session and starts the page anew, so that nothing read with it stays. */
export function useSignOut() {
  const api = useApi();
  return useMutation({
    mutationFn: () => api(deleteSession, {}),
    onSettled: () => window.location.assign(BASE),
  });
}
