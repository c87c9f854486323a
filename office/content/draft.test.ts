import { expect, it } from 'vitest';
import { readErrors } from '#contract/call-errors.ts';
import { CallFailure } from '#office/api/call-failure.ts';
import { type Draft, type DraftEvent, type DraftState, initialDraft, nextDraft } from './draft.ts';

const ITEM: Draft = { category_id: 'faq', sort: 0, ru: null, en: null };
const edit = (sort: number): DraftEvent => ({ kind: 'edited', change: (before) => ({ ...before, sort }) });
const after = (...events: readonly DraftEvent[]): DraftState => events.reduce(nextDraft, initialDraft(ITEM));
const { errors } = readErrors({ errors: [{ code: 'edit_conflict', detail: 'Edited by a colleague', meta: { by: 'anna' } }] });
const conflict = new CallFailure({ ok: false, status: 409, errors, unreadable: false, retryAfterSeconds: null });

it('a save covers only the edits made before it was sent', () => {
  expect(after(edit(1), { kind: 'sent' }, { kind: 'saved', edits: 1 })).toMatchObject({ state: 'saved', draft: { sort: 1 } });
  expect(after(edit(1), { kind: 'sent' }, edit(2), { kind: 'saved', edits: 1 })).toMatchObject({ state: 'typed', draft: { sort: 2 } });
});

it('a conflict names the colleague and is not ended by an edit', () => {
  const refused = after(edit(1), { kind: 'sent' }, { kind: 'saveFailed', error: conflict }, edit(2));
  expect(refused).toMatchObject({ state: 'conflict', conflictBy: 'anna', error: conflict, draft: { sort: 2 } });
  expect(nextDraft(refused, { kind: 'saved', edits: 2 })).toMatchObject({ state: 'saved', error: null });
});

it('another failure keeps the draft, and the next edit is saved again', () => {
  const failed = after(edit(1), { kind: 'sent' }, { kind: 'saveFailed', error: new Error('offline') });
  expect(failed).toMatchObject({ state: 'failed', conflictBy: '', draft: { sort: 1 } });
  expect(nextDraft(failed, edit(2)).state).toBe('typed');
  const error = new Error('offline');
  expect(nextDraft(failed, { kind: 'otherCallFailed', error })).toMatchObject({ state: 'failed', error });
});

it('the server’s text replaces the draft and remounts the editors', () => {
  const replaced = after(edit(1), { kind: 'replaced', item: { ...ITEM, sort: 7 } });
  expect(replaced).toMatchObject({ state: 'saved', error: null, epoch: 1, draft: { sort: 7 } });
});
