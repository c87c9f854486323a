import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { urlOf } from '#contract/call.ts';
import { officeOrderEvents } from '#contract/office-orders.ts';
import { keys } from './keys.ts';

/** Lists are read again at most this often, however many orders move. */
const LIST_PAUSE_MS = 400;

export type LiveState = 'connecting' | 'live' | 'lost';

function readId(event: Event): string | undefined {
  const data: unknown = JSON.parse(event instanceof MessageEvent ? String(event.data) : 'null');
  return typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string' ? data.id : undefined;
}

/** Listens to the server's hints and has what they name read again. While the stream is down the queries poll by themselves. */
export function useLive(): LiveState {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => {
    const source = new EventSource(urlOf(officeOrderEvents, {}));
    let pause: ReturnType<typeof setTimeout> | undefined;
    let isAskedAgain = false;
    // The first hint is followed at once, those soon after it together
    const refreshLists = () => {
      if (pause !== undefined) {
        isAskedAgain = true;
        return;
      }
      void queries.invalidateQueries({ queryKey: keys.lists() });
      pause = setTimeout(() => {
        pause = undefined;
        if (!isAskedAgain) return;
        isAskedAgain = false;
        refreshLists();
      }, LIST_PAUSE_MS);
    };
    const refreshOne = (event: Event) => {
      const id = readId(event);
      if (id !== undefined) void queries.invalidateQueries({ queryKey: keys.order(id) });
      refreshLists();
    };
    const refreshAll = () => {
      setState('live');
      void queries.invalidateQueries();
    };
    source.addEventListener('open', refreshAll);
    source.addEventListener('resync', refreshAll);
    source.addEventListener('order_changed', refreshOne);
    source.addEventListener('lease_changed', refreshOne);
    source.addEventListener('error', () => setState('lost'));
    return () => {
      source.close();
      clearTimeout(pause);
    };
  }, [queries]);
  return state;
}
