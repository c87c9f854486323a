import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepTyping, saveTyping, takeTyping } from './kept-typing.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('what is typed', () => {
  it('is taken once by the form of the same name, and nothing stays behind', () => {
    const leave = keepTyping('claim', () => ({ tx_hash: '0xabc' }));
    saveTyping();
    leave();
    expect(takeTyping('refund')).toBeUndefined();
    expect(takeTyping('claim')).toEqual({ tx_hash: '0xabc' });
    expect(takeTyping('claim')).toBeUndefined();
    expect(stored.size).toBe(0);
  });

  it('is not saved for a form that is gone, and a later form of that name keeps its place', () => {
    const leaveFirst = keepTyping('claim', () => 'first');
    const leaveSecond = keepTyping('claim', () => 'second');
    leaveFirst();
    saveTyping();
    expect(takeTyping('claim')).toBe('second');
    leaveSecond();
    saveTyping();
    expect(takeTyping('claim')).toBeUndefined();
  });

  it('of another visit, or of a storage that is full, forbidden or spoiled, is nothing', () => {
    const leave = keepTyping('claim', () => 'old');
    saveTyping();
    vi.advanceTimersByTime(61_000);
    expect(takeTyping('claim')).toBeUndefined();
    stored.set('typed:claim', '{');
    expect(takeTyping('claim')).toBeUndefined();
    vi.stubGlobal('sessionStorage', {
      setItem: () => {
        throw new Error('full');
      },
      getItem: () => {
        throw new Error('forbidden');
      },
    });
    expect(saveTyping).not.toThrow();
    expect(takeTyping('claim')).toBeUndefined();
    leave();
  });
});
