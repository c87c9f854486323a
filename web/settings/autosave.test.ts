import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAutosave, type SaveStatus } from './autosave.ts';

const DELAY_MS = 350;
let sent: string[] = [];
let statuses: string[] = [];
/** Responses to the sends, in order. */
let respond: ((status: SaveStatus<string>) => void)[] = [];

const create = () =>
  createAutosave<string, string>({
    delayMs: DELAY_MS,
    send: (value) => {
      sent.push(value);
      return new Promise((resolve) => void respond.push(resolve));
    },
    onStatus: ({ state }) => void statuses.push(state),
  });
const answer = async (state: SaveStatus<string>['state']) => {
  respond.shift()?.({ state });
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  [sent, statuses, respond] = [[], [], []];
});
afterEach(() => void vi.useRealTimers());

test('the newest value is saved once, after the last change', async () => {
  const autosave = create();
  autosave.change('a');
  vi.advanceTimersByTime(DELAY_MS - 1);
  autosave.change('b');
  vi.advanceTimersByTime(DELAY_MS - 1);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  await answer('saved');
  autosave.flush();
  expect([sent, statuses]).toEqual([['b'], ['saving', 'saved']]);
});

test('a value changed during a save is sent after the response, not beside it', async () => {
  const autosave = create();
  autosave.saveNow('a');
  autosave.change('b');
  vi.advanceTimersByTime(DELAY_MS);
  expect(sent).toEqual(['a']);
  await answer('saved');
  expect([sent, statuses]).toEqual([
    ['a', 'b'],
    ['saving', 'saving'],
  ]);
  await answer('refused');
  expect(statuses.at(-1)).toBe('refused');
});

test('a change still within the delay when the response comes waits for its delay', async () => {
  const autosave = create();
  autosave.saveNow('a');
  autosave.change('b');
  await answer('saved');
  expect([sent, statuses.at(-1)]).toEqual([['a'], 'saved']);
  vi.advanceTimersByTime(DELAY_MS);
  expect(sent).toEqual(['a', 'b']);
});

test('an unanswered save is retried; a refused one is not', async () => {
  const autosave = create();
  autosave.saveNow('a');
  await answer('unanswered');
  autosave.retry();
  await answer('refused');
  autosave.retry();
  expect([sent, statuses]).toEqual([
    ['a', 'a'],
    ['saving', 'unanswered', 'saving', 'refused'],
  ]);
});
