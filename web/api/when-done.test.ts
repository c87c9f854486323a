import { expect, it, vi } from 'vitest';
import { whenDone } from './when-done.ts';

const refused = (code: string) =>
  ({ ok: false, errors: [{ name: 'unknown', type: code, code, field: null, message: code, meta: {} }] }) as const;

it('asks again while the same is still worked on, and says whatever else is said at once', async () => {
  vi.useFakeTimers();
  try {
    const told = [refused('in_progress'), refused('in_progress'), { ok: true, id: 'made once' } as const];
    const ask = vi.fn(async () => told.shift() ?? refused('edit_conflict'));
    const answer = whenDone(ask);
    await vi.runAllTimersAsync();
    expect(await answer).toEqual({ ok: true, id: 'made once' });
    expect(ask).toHaveBeenCalledTimes(3);
    expect(await whenDone(ask)).toMatchObject({ errors: [{ code: 'edit_conflict' }] });
    expect(ask).toHaveBeenCalledTimes(4);
    const never = vi.fn(async () => refused('in_progress'));
    const last = whenDone(never);
    await vi.runAllTimersAsync();
    expect(await last).toMatchObject({ errors: [{ code: 'in_progress' }] });
    expect(never).toHaveBeenCalledTimes(5);
  } finally {
    vi.useRealTimers();
  }
});
