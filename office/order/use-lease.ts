import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { officeClaimOrder, officeReleaseOrder } from '#contract/office-orders.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { useOrder } from './use-order.ts';

/** A lease lives 60 s; two heartbeats may get lost before it does. */
const HEARTBEAT_MS = 20_000;

export interface Lease {
  readonly isMine: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Takes the order; false when somebody else holds it or nothing answered. */
  readonly claim: () => Promise<boolean>;
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
  const isMineByServer = data === undefined ? false : data.order.lease?.is_mine === true;
  const hold = useCallback((value: boolean) => {
    mine.current = value;
    if (value) takenAt.current = Date.now();
    setTakenHere(value);
  }, []);

  const claim = useCallback(async () => {
    setBusy(true);
    try {
      await api(officeClaimOrder, { params: { id } });
      setError(null);
      hold(true);
    } catch (problem) {
      setError(problem);
      hold(false);
    }
    setBusy(false);
    void queries.invalidateQueries({ queryKey: keys.order(id) });
    return mine.current;
  }, [api, hold, id, queries]);

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
    if (mine.current && !isMineByServer && dataUpdatedAt > takenAt.current) hold(false);
  }, [isMineByServer, dataUpdatedAt, hold]);

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

  return { isMine: isTakenHere || isMineByServer, isBusy, error, claim, release };
}
