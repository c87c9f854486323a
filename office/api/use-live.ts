import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { urlOf } from '#contract/call.ts';
import { officeOrderEvents } from '#contract/office-orders.ts';
import { keys } from './keys.ts';
import { type DeskSubject, joinLive, type LiveState } from './live-stream.ts';

/** Lists are read again at most this often, however many orders move. */
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

/** Calls at once, and once more at the end of the pause when it was asked meanwhile. */
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
 * Listens to the server's hints and has what they name read again. While the stream is down the queries poll by themselves.
 * `mayListen`: the stream tells of orders and is refused to whoever sees none.
 */
export function useLive(mayListen: boolean): LiveState {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => {
    if (!mayListen) return undefined;
    const lists = paced(() => void queries.invalidateQueries({ queryKey: keys.lists() }), LIST_PAUSE_MS);
    // Whatever has changed may wait for people, or wait no more
    const work = paced(() => void queries.invalidateQueries({ queryKey: keys.work() }), WORK_PAUSE_MS);
    const leave = joinLive(urlOf(officeOrderEvents, {}), (word) => {
      if (word.kind === 'state') {
        setState(word.state);
        // A stream ends for whoever is signed out or kept out as well: the gate asks who he is
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
