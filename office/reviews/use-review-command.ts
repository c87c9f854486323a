import { useState } from 'react';
import { keys } from '#office/api/keys.ts';
import type { Api } from '#office/api/use-api.ts';
import { codeOf } from '#office/api/call-failure.ts';
import { useAction } from '#office/api/use-command.ts';

/** Read again before the command is done, for the new version. */
export const REVIEW_QUERIES = [keys.reviews()];

/**
 * A command about a review from a form: sent with the version that was read when the form was opened. Once that version is refused as
 * outdated, with the latest.
 */
export function useReviewForm(latest: number, send: (text: string, version: number, call: Api) => Promise<unknown>, onDone: () => void) {
  const [opened, setOpened] = useState<number | null>(latest);
  return useAction((text: string, call) => send(text, opened ?? latest, call), {
    after: REVIEW_QUERIES,
    onDone,
    onRefused: (error) => codeOf(error) === 'edit_conflict' && setOpened(null),
  });
}
