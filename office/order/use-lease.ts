import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { officeClaimOrder, officeReleaseOrder } from '#contract/office/orders/orders.ts';
import { officeTakeOverOrder } from '#contract/office/orders/take-over.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useOrder } from './use-order.ts';

/** A lease lasts 60 s: two heartbeats in a row may be lost. */
const HEARTBEAT_MS = 20_000;

export interface Lease {
  readonly isMine: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Claims the order; false when a colleague holds it or nothing answered. */
  readonly claim: () => Promise<boolean>;
  /** Takes the order over from the colleague who holds it; false on failure. */
  readonly takeOver: (holder: string, note: string) => Promise<boolean>;
  readonly release: () => Promise<void>;
}

/** Whether this page holds the lease; the ref is for code that runs outside rendering. */
function useHolding() {
  const [isClaimedHere, setClaimedHere] = useState(false);
  const holding = useRef({ isHolding: false, claimedAt: 0 });
  const setHolding = useCallback((isHolding: boolean) => {
    holding.current = { isHolding, claimedAt: isHolding ? Date.now() : holding.current.claimedAt };
    setClaimedHere(isHolding);
  }, []);
  return { isClaimedHere, holding, setHolding };
}

type Holding = ReturnType<typeof useHolding>;

/** Ends the claim of this page when a newer answer shows that the lease was released on another page, expired or was taken over. */
function useLostLease(id: string, { holding, setHolding }: Holding): { readonly isMineByServer: boolean } {
  const { data, dataUpdatedAt } = useOrder(id);
  const { t } = useTranslation();
  const holder = data?.order.lease?.holder ?? null;
  const isMineByServer = data?.order.lease?.is_mine === true;
  useEffect(() => {
    const { isHolding, claimedAt } = holding.current;
    if (!isHolding || isMineByServer || dataUpdatedAt <= claimedAt) return;
    setHolding(false);
    if (holder !== null) notifications.show({ color: 'time', autoClose: false, message: t('office.order.taken_over', { holder }) });
  }, [isMineByServer, holder, dataUpdatedAt, holding, setHolding, t]);
  return { isMineByServer };
}

/** Releases the lease when the page is closed or left. */
function useReleaseOnLeave(id: string, { holding }: Holding): void {
  const api = useApi();
  useEffect(() => {
    const leave = () => {
      if (holding.current.isHolding) void api(officeReleaseOrder, { params: { id } }).catch(() => undefined);
      holding.current.isHolding = false;
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [api, id, holding]);
}

/** The calls of the lease. */
function useLeaseCalls(id: string, { holding, setHolding }: Holding): Omit<Lease, 'isMine'> {
  const api = useApi();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const runClaim = useCallback(
    async (call: () => Promise<unknown>) => {
      setBusy(true);
      try {
        await call();
        setError(null);
        setHolding(true);
      } catch (failure) {
        setError(failure);
        setHolding(false);
      }
      setBusy(false);
      void queries.invalidateQueries({ queryKey: keys.order(id) });
      return holding.current.isHolding;
    },
    [holding, setHolding, id, queries],
  );
  const claim = useCallback(() => runClaim(() => api(officeClaimOrder, { params: { id } })), [api, id, runClaim]);
  const takeOver = useCallback(
    (holder: string, note: string) => runClaim(() => api(officeTakeOverOrder, { params: { id }, body: { holder, note } })),
    [api, id, runClaim],
  );
  const release = useCallback(async () => {
    setHolding(false);
    // A lease that cannot be released expires
    await api(officeReleaseOrder, { params: { id } }).catch(() => undefined);
    void queries.invalidateQueries({ queryKey: keys.order(id) });
  }, [api, setHolding, id, queries]);
  return { isBusy, error, claim, takeOver, release };
}

/**
 * The lease of one order. It belongs to the operator: claimed or released on one page, it is so everywhere. Only the page that claimed it
 * renews and releases it.
 */
export function useLease(id: string): Lease {
  const holding = useHolding();
  const { isMineByServer } = useLostLease(id, holding);
  const calls = useLeaseCalls(id, holding);
  useReleaseOnLeave(id, holding);
  const { isClaimedHere } = holding;
  const { claim } = calls;
  useEffect(() => {
    if (!isClaimedHere) return undefined;
    const heartbeat = setInterval(() => void claim(), HEARTBEAT_MS);
    return () => clearInterval(heartbeat);
  }, [isClaimedHere, claim]);
  return { isMine: isClaimedHere || isMineByServer, ...calls };
}
