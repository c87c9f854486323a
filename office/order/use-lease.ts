import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { officeClaimOrder, officeReleaseOrder } from '#contract/office-orders.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';

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

/** The claim on one order: renewed while the page is open, given back when it is left. */
export function useLease(id: string): Lease {
  const api = useApi();
  const queries = useQueryClient();
  const [isMine, setMine] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const mine = useRef(false);
  const hold = useCallback((value: boolean) => {
    mine.current = value;
    setMine(value);
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
    if (!isMine) return undefined;
    const heartbeat = setInterval(() => void claim(), HEARTBEAT_MS);
    return () => clearInterval(heartbeat);
  }, [isMine, claim]);

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

  return { isMine, isBusy, error, claim, release };
}
