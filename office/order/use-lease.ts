import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { officeClaimOrder, officeReleaseOrder } from '#contract/office-orders.ts';
import { officeTakeOverOrder } from '#contract/office-take-over.ts';
import { notifications } from '@mantine/notifications';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { useWords } from '#office/words/Words.tsx';
import { useOrder } from './use-order.ts';

/** A lease lives 60 s; two heartbeats may get lost before it does. */
const HEARTBEAT_MS = 20_000;

export interface Lease {
  readonly isMine: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Takes the order; false when somebody else holds it or nothing answered. */
  readonly claim: () => Promise<boolean>;
  /** Takes it over from the colleague who holds it; false where it was not. */
  readonly takeOver: (holder: string, note: string) => Promise<boolean>;
  readonly release: () => Promise<void>;
}

/**
 * The claim on one order: renewed while the page is open, given back when it is left. The lease belongs to the operator, not
 * to the page: taken on one of his pages it shows as his on the others, and given back on one it is given back on all. Only
 * the page that took it renews it and gives it back when left.
 */
export function useLease(id: string): Lease {
  const api = useApi();
  const queries = useQueryClient();
  const [isTakenHere, setTakenHere] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const mine = useRef(false);
  const takenAt = useRef(0);
  const { data, dataUpdatedAt } = useOrder(id);
  const { t } = useWords();
  const holder = data?.order.lease?.holder ?? null;
  const isMineByServer = data === undefined ? false : data.order.lease?.is_mine === true;
  const hold = useCallback((value: boolean) => {
    mine.current = value;
    if (value) takenAt.current = Date.now();
    setTakenHere(value);
  }, []);

  const take = useCallback(
    async (call: () => Promise<unknown>) => {
      setBusy(true);
      try {
        await call();
        setError(null);
        hold(true);
      } catch (problem) {
        setError(problem);
        hold(false);
      }
      setBusy(false);
      void queries.invalidateQueries({ queryKey: keys.order(id) });
      return mine.current;
    },
    [hold, id, queries],
  );
  const claim = useCallback(() => take(() => api(officeClaimOrder, { params: { id } })), [api, id, take]);
  const takeOver = useCallback(
    (holder: string, note: string) => take(() => api(officeTakeOverOrder, { params: { id }, body: { holder, note } })),
    [api, id, take],
  );

  const release = useCallback(async () => {
    hold(false);
    // A lease that cannot be given back runs out by itself
    await api(officeReleaseOrder, { params: { id } }).catch(() => undefined);
    void queries.invalidateQueries({ queryKey: keys.order(id) });
  }, [api, hold, id, queries]);

  useEffect(() => {
    if (!isTakenHere) return undefined;
    const heartbeat = setInterval(() => void claim(), HEARTBEAT_MS);
    return () => clearInterval(heartbeat);
  }, [isTakenHere, claim]);

  // Read after it was taken here, and not ours: given back on another page, run out, or somebody else's by now
  useEffect(() => {
    if (!mine.current || isMineByServer || dataUpdatedAt <= takenAt.current) return;
    hold(false);
    if (holder !== null) notifications.show({ color: 'time', autoClose: false, message: t('office.order.taken_over', { holder }) });
  }, [isMineByServer, holder, dataUpdatedAt, hold, t]);

  useEffect(() => {
    const leave = () => {
      if (mine.current) void api(officeReleaseOrder, { params: { id } }).catch(() => undefined);
      mine.current = false;
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [api, id]);

  return { isMine: isTakenHere || isMineByServer, isBusy, error, claim, takeOver, release };
}
