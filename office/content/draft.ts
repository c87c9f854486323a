import type { DraftText } from '#contract/office/content/content.ts';
import { CallFailure, isRefusedFor } from '#office/api/call-failure.ts';

export interface Draft {
  readonly category_id: string;
  readonly sort: number;
  readonly ru: DraftText | null;
  readonly en: DraftText | null;
}

export type SavingState = 'saved' | 'typed' | 'saving' | 'failed' | 'conflict';

export interface DraftState {
  readonly draft: Draft;
  readonly state: SavingState;
  /** Number of edits: a save covers those made before it was sent. */
  readonly edits: number;
  readonly error: unknown;
  /** The colleague whose version was saved first; empty when unknown. */
  readonly conflictBy: string;
  /** Increases when the server's text replaces the draft: the editors are remounted. */
  readonly epoch: number;
}

export type DraftEvent =
  | { readonly kind: 'edited'; readonly change: (before: Draft) => Draft }
  | { readonly kind: 'sent' }
  /** Saved with the edits made before it was sent. */
  | { readonly kind: 'saved'; readonly edits: number }
  | { readonly kind: 'saveFailed'; readonly error: unknown }
  | { readonly kind: 'replaced'; readonly item: Draft }
  /** A call other than saving failed. */
  | { readonly kind: 'otherCallFailed'; readonly error: unknown };

const pickDraft = ({ category_id, sort, ru, en }: Draft): Draft => ({ category_id, sort, ru, en });

export const initialDraft = (item: Draft): DraftState => ({
  draft: pickDraft(item),
  state: 'saved',
  edits: 0,
  error: null,
  conflictBy: '',
  epoch: 0,
});

const conflictAuthor = (error: unknown): string => {
  const by = error instanceof CallFailure ? error.failure.errors.find(({ code }) => code === 'edit_conflict')?.meta['by'] : undefined;
  return typeof by === 'string' ? by : '';
};

/** The next state of a draft. A conflict ends only by a save or by the server's text, not by an edit. */
export function nextDraft(before: DraftState, event: DraftEvent): DraftState {
  switch (event.kind) {
    case 'edited':
      return {
        ...before,
        draft: event.change(before.draft),
        edits: before.edits + 1,
        state: before.state === 'conflict' ? 'conflict' : 'typed',
      };
    case 'sent':
      return { ...before, state: 'saving' };
    case 'saved':
      return { ...before, error: null, state: before.edits === event.edits ? 'saved' : 'typed' };
    case 'saveFailed': {
      const { error } = event;
      return { ...before, error, conflictBy: conflictAuthor(error), state: isRefusedFor(error, 'edit_conflict') ? 'conflict' : 'failed' };
    }
    case 'replaced':
      return { ...before, draft: pickDraft(event.item), error: null, state: 'saved', epoch: before.epoch + 1 };
    case 'otherCallFailed':
      return { ...before, error: event.error };
  }
}
