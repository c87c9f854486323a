import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { urlOf } from '#contract/call.ts';
import { officeOrderEvents } from '#contract/office/orders/orders.ts';
import { keys } from './keys.ts';
import { type DeskTopic, joinLive, type LiveState } from './live-stream.ts';

/** Least time between two refetches of lists. */
const LIST_PAUSE_MS = 400;
const WORK_PAUSE_MS = 1_000;

const KEYS_OF = {
  incidents: keys.incidents,
  approvals: keys.approvals,
  reserves: keys.reserves,
  switches: keys.switches,
  changes: keys.changes,
  chat: keys.chat,
  payout_tasks: keys.payoutTasks,
  withdrawals: keys.withdrawals,
  card_checks: keys.cardChecks,
  reviews: keys.reviews,
  bank_lines: keys.bankLines,
} as const satisfies Readonly<Record<DeskTopic, () => readonly string[]>>;

/** Runs at once, and once more after the pause if it was requested meanwhile. */
function throttled(action: () => void, pauseMs: number) {
  let pause: ReturnType<typeof setTimeout> | undefined;
  let isRequestedAgain = false;
  const run = () => {
    if (pause !== undefined) {
      isRequestedAgain = true;
      return;
    }
    action();
    pause = setTimeout(() => {
      pause = undefined;
      if (!isRequestedAgain) return;
      isRequestedAgain = false;
      run();
    }, pauseMs);
  };
  return { run, stop: () => clearTimeout(pause) };
}

/**
 * Listens to the live stream and reads again what its events name. While the stream is down the queries poll.
 * `mayListen`: operators who may not read orders are refused the stream.
 */
export function useLive(mayListen: boolean): LiveState {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => {
    if (!mayListen) return undefined;
    const lists = throttled(() => void queries.invalidateQueries({ queryKey: keys.lists() }), LIST_PAUSE_MS);
    // Any change may add or remove work for people
    const work = throttled(() => void queries.invalidateQueries({ queryKey: keys.work() }), WORK_PAUSE_MS);
    const leave = joinLive(urlOf(officeOrderEvents, {}), (event) => {
      if (event.kind === 'state') {
        setState(event.state);
        // The stream also ends with the session: the gate checks it
        if (event.state === 'lost') void queries.invalidateQueries({ queryKey: keys.operator() });
      } else if (event.kind === 'resync') void queries.invalidateQueries();
      else if (event.kind === 'desk') {
        void queries.invalidateQueries({ queryKey: KEYS_OF[event.about]() });
        work.run();
      } else {
        if (event.id !== undefined) void queries.invalidateQueries({ queryKey: keys.order(event.id) });
        lists.run();
        work.run();
      }
    });
    return () => {
      leave();
      lists.stop();
      work.stop();
    };
  }, [queries, mayListen]);
  return state;
}
