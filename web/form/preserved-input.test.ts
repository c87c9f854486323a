import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerInput, preserveInputs, takeInput } from '#web/form/preserved-input.ts';

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

describe('preserved input', () => {
  it('is taken once by the form of the same name and then removed', () => {
    const leave = registerInput('claim', () => ({ tx_hash: '0xabc' }));
    preserveInputs();
    leave();
    expect(takeInput('refund')).toBeUndefined();
    expect(takeInput('claim')).toEqual({ tx_hash: '0xabc' });
    expect(takeInput('claim')).toBeUndefined();
    expect(stored.size).toBe(0);
  });

  it('is not stored for an unmounted form, and is stored for a later form of that name', () => {
    const leaveFirst = registerInput('claim', () => 'first');
    const leaveSecond = registerInput('claim', () => 'second');
    leaveFirst();
    preserveInputs();
    expect(takeInput('claim')).toBe('second');
    leaveSecond();
    preserveInputs();
    expect(takeInput('claim')).toBeUndefined();
  });

  it('is undefined when it is too old, or the storage is full, forbidden or corrupt', () => {
    const leave = registerInput('claim', () => 'old');
    preserveInputs();
    vi.advanceTimersByTime(61_000);
    expect(takeInput('claim')).toBeUndefined();
    stored.set('typed:claim', '{');
    expect(takeInput('claim')).toBeUndefined();
    vi.stubGlobal('sessionStorage', {
      setItem: () => {
        throw new Error('full');
      },
      getItem: () => {
        throw new Error('forbidden');
      },
    });
    expect(preserveInputs).not.toThrow();
    expect(takeInput('claim')).toBeUndefined();
    leave();
  });
});
