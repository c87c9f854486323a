import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { urlOf } from '#contract/call.ts';
import { officeOrderEvents } from '#contract/office/orders/orders.ts';
import { keys } from './keys.ts';
import { type DeskSubject, joinLive, type LiveState } from './live-stream.ts';

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
} as const satisfies Readonly<Record<DeskSubject, () => readonly string[]>>;

/** Runs at once, and once more after the pause if it was requested meanwhile. */
function paced(act: () => void, pauseMs: number) {
  let pause: ReturnType<typeof setTimeout> | undefined;
  let isAskedAgain = false;
  const ask = () => {
    if (pause !== undefined) {
      isAskedAgain = true;
      return;
    }
    act();
    pause = setTimeout(() => {
      pause = undefined;
      if (!isAskedAgain) return;
      isAskedAgain = false;
      ask();
    }, pauseMs);
  };
  return { ask, stop: () => clearTimeout(pause) };
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
    const lists = paced(() => void queries.invalidateQueries({ queryKey: keys.lists() }), LIST_PAUSE_MS);
    // Any change may add or remove work for people
    const work = paced(() => void queries.invalidateQueries({ queryKey: keys.work() }), WORK_PAUSE_MS);
    const leave = joinLive(urlOf(officeOrderEvents, {}), (word) => {
      if (word.kind === 'state') {
        setState(word.state);
        // The stream also ends with the session: the gate checks it
        if (word.state === 'lost') void queries.invalidateQueries({ queryKey: keys.operator() });
      } else if (word.kind === 'resync') void queries.invalidateQueries();
      else if (word.kind === 'desk') {
        void queries.invalidateQueries({ queryKey: KEYS_OF[word.about]() });
        work.ask();
      } else {
        if (word.id !== undefined) void queries.invalidateQueries({ queryKey: keys.order(word.id) });
        lists.ask();
        work.ask();
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
