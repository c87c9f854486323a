import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepOpen } from './keep-open.ts';

/** The browser's EventSource: it reconnects automatically (CONNECTING) or gives up (CLOSED). */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  close(): void {
    this.readyState = Source.CLOSED;
  }
  emit(name: 'open' | 'alive' | 'error', readyState = 1): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event(name));
  }
}

let sources: Source[] = [];
let states: boolean[] = [];
let stop = new AbortController();
const last = () => sources.at(-1) ?? new Source();
const openCount = () => sources.filter(({ readyState }) => readyState !== Source.CLOSED).length;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  [sources, states, stop] = [[], [], new AbortController()];
  const open = () => {
    sources.push(new Source());
    return last() as unknown as EventSource;
  };
  keepOpen({ open, onState: (isOpen) => void states.push(isOpen), signal: stop.signal });
});
afterEach(() => {
  stop.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('leaves a broken connection to the browser, which reconnects automatically', () => {
  last().emit('open');
  last().emit('error', 0);
  vi.advanceTimersByTime(20_000);
  last().emit('open');
  expect([sources.length, states]).toEqual([1, [true, false, true]]);
});

it('reopens a stream that the browser gave up, later after each failure', () => {
  const openedAt: number[] = [0];
  for (let failure = 0; failure < 5; failure += 1) {
    const before = sources.length;
    last().emit('error', Source.CLOSED);
    while (sources.length === before) vi.advanceTimersByTime(100);
    openedAt.push(Date.now());
    expect(openCount()).toBe(1);
  }
  const pauses = openedAt.slice(2).map((at, i) => at - (openedAt[i + 1] ?? 0));
  expect(pauses).toEqual([4_000, 8_000, 16_000, 30_000]);
});

it('opens one connection where the browser reports the same failure twice', () => {
  last().emit('error', Source.CLOSED);
  last().emit('error', Source.CLOSED);
  vi.advanceTimersByTime(10_000);
  expect([sources.length, openCount()]).toEqual([2, 1]);
});

it('spreads the pause by half of it to either side', () => {
  const pauseWith = (random: number): number => {
    vi.mocked(Math.random).mockReturnValue(random);
    const [before, since] = [sources.length, Date.now()];
    last().emit('error', Source.CLOSED);
    while (sources.length === before) vi.advanceTimersByTime(100);
    last().emit('open');
    return Date.now() - since;
  };
  expect([pauseWith(0), pauseWith(0.999)]).toEqual([1_000, 3_000]);
});

it('reopens a silent stream, whether opening or open, and keeps one with heartbeats', () => {
  vi.advanceTimersByTime(45_000);
  expect([sources.length, openCount()]).toEqual([2, 1]);
  last().emit('open');
  for (let beat = 0; beat < 10; beat += 1) {
    vi.advanceTimersByTime(15_000);
    last().emit('alive');
  }
  expect(sources.length).toBe(2);
  vi.advanceTimersByTime(45_000);
  expect([sources.length, openCount(), states.at(-1)]).toEqual([3, 1, false]);
});

it('ends with its signal', () => {
  last().emit('error', Source.CLOSED);
  stop.abort();
  vi.advanceTimersByTime(200_000);
  expect([sources.length, openCount()]).toEqual([1, 0]);
});
