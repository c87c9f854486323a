import { expect, it, vi } from 'vitest';
import { retryWhileInProgress } from './retry-while-in-progress.ts';

const refused = (code: string) =>
  ({ ok: false, errors: [{ name: 'unknown', type: code, code, field: null, message: code, meta: {} }] }) as const;

it('sends again while the first request is in progress, and returns any other response at once', async () => {
  vi.useFakeTimers();
  try {
    const responses = [refused('in_progress'), refused('in_progress'), { ok: true, id: 'made once' } as const];
    const send = vi.fn(async () => responses.shift() ?? refused('edit_conflict'));
    const response = retryWhileInProgress(send);
    await vi.runAllTimersAsync();
    expect(await response).toEqual({ ok: true, id: 'made once' });
    expect(send).toHaveBeenCalledTimes(3);
    expect(await retryWhileInProgress(send)).toMatchObject({ errors: [{ code: 'edit_conflict' }] });
    expect(send).toHaveBeenCalledTimes(4);
    const alwaysInProgress = vi.fn(async () => refused('in_progress'));
    const unfinished = retryWhileInProgress(alwaysInProgress);
    await vi.runAllTimersAsync();
    expect(await unfinished).toMatchObject({ errors: [{ code: 'in_progress' }] });
    expect(alwaysInProgress).toHaveBeenCalledTimes(5);
  } finally {
    vi.useRealTimers();
  }
});
