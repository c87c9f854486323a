import { expect, test } from 'vitest';
import { heartbeatState } from './heartbeat.ts';

const NOW = 1_000_000_000;

test('jobs that have not reported for a minute and a half are late; before the first report too', () => {
  expect(heartbeatState({ now: NOW, jobsAt: null, unalarmedSince: null })).toBe('jobs_late');
  expect(heartbeatState({ now: NOW, jobsAt: NOW - 90_001, unalarmedSince: NOW - 600_000 })).toBe('jobs_late');
  expect(heartbeatState({ now: NOW, jobsAt: NOW - 90_000, unalarmedSince: null })).toBe('ok');
});

test('an alarm is late when it has not begun within five minutes', () => {
  expect(heartbeatState({ now: NOW, jobsAt: NOW, unalarmedSince: NOW - 300_001 })).toBe('alarms_late');
  expect(heartbeatState({ now: NOW, jobsAt: NOW, unalarmedSince: NOW - 300_000 })).toBe('ok');
});
