import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { officeClaimOrder, officeReleaseOrder } from '#contract/office/orders/orders.ts';
import { officeTakeOverOrder } from '#contract/office/orders/take-over.ts';
import { notifications } from '@mantine/notifications';
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

/**
 * The lease of one order: renewed while the page is open, released when it is left. The lease belongs to the operator, not
 * to the page: claimed or released on one page, it is so on all of them. Only
 * the page that claimed it renews it and releases it when left.
 */
export function useLease(id: string): Lease {
  const api = useApi();
  const queries = useQueryClient();
  const [isClaimedHere, setClaimedHere] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isHolding = useRef(false);
  const claimedAt = useRef(0);
  const { data, dataUpdatedAt } = useOrder(id);
  const { t } = useTranslation();
  const holder = data?.order.lease?.holder ?? null;
  const isMineByServer = data === undefined ? false : data.order.lease?.is_mine === true;
  const setHolding = useCallback((value: boolean) => {
    isHolding.current = value;
    if (value) claimedAt.current = Date.now();
    setClaimedHere(value);
  }, []);

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
      return isHolding.current;
    },
    [setHolding, id, queries],
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

  useEffect(() => {
    if (!isClaimedHere) return undefined;
    const heartbeat = setInterval(() => void claim(), HEARTBEAT_MS);
    return () => clearInterval(heartbeat);
  }, [isClaimedHere, claim]);

  // Not ours in an answer newer than the claim: released on another page, expired, or taken over
  useEffect(() => {
    if (!isHolding.current || isMineByServer || dataUpdatedAt <= claimedAt.current) return;
    setHolding(false);
    if (holder !== null) notifications.show({ color: 'time', autoClose: false, message: t('office.order.taken_over', { holder }) });
  }, [isMineByServer, holder, dataUpdatedAt, setHolding, t]);

  useEffect(() => {
    const leave = () => {
      if (isHolding.current) void api(officeReleaseOrder, { params: { id } }).catch(() => undefined);
      isHolding.current = false;
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [api, id]);

  return { isMine: isClaimedHere || isMineByServer, isBusy, error, claim, takeOver, release };
}
