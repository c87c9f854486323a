import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keepAwake } from '#contract/office.ts';
import { IDLE_MS } from '#core/sign-in.ts';
import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { useWords } from '#office/words/Words.tsx';
import { readLastSign, sayAwake } from './awake.ts';

/** How long before the end it is said. */
const WARNING_MS = MINUTE_MS;
/** A moment later than the server, so that asking it finds the session ended. */
const GRACE_MS = 2 * SECOND_MS;
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Seconds left before the session ends, undefined while there is plenty. */
function useSecondsLeft(): number | undefined {
  const [left, setLeft] = useState<number>();
  useEffect(() => {
    const timer = setInterval(() => {
      const leftMs = readLastSign() + IDLE_MS - Date.now();
      setLeft(leftMs > WARNING_MS ? undefined : Math.ceil(leftMs / SECOND_MS));
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return left;
}

/**
 * Tells the server that somebody sits here, at most twice a minute and from any tab; says a minute before that the session is about
 * to end, and has the gate ask for the sign-in when it has.
 */
export function IdleWatch() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const left = useSecondsLeft();
  useEffect(() => {
    // The session's time begins with the page: its own calls prove that it lives
    const sign = () => sayAwake(() => void api(keepAwake, {}).catch(() => undefined));
    sign();
    for (const name of SIGNS) document.addEventListener(name, sign, { passive: true, capture: true });
    return () => {
      for (const name of SIGNS) document.removeEventListener(name, sign, { capture: true });
    };
  }, [api]);
  const isOver = left !== undefined && left <= -GRACE_MS / SECOND_MS;
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: keys.operator() });
  }, [isOver, queries]);
  return (
    <Modal
      opened={left !== undefined && left > 0}
      centered
      lockScroll={false}
      withCloseButton={false}
      title={t('office_door.idle.title')}
      onClose={() => undefined}
    >
      <p>{t('office_door.idle.left', { count: Math.max(1, left ?? 1) })}</p>
      <p className="dim">{t('office_door.idle.hint')}</p>
    </Modal>
  );
}
