import { Button } from '@mantine/core';
import { useState } from 'react';
import { type OfficeOrderAttributes, officeMoveOrder } from '#contract/office-orders.ts';
import { isRefusedFor, problemWords } from '#office/api/problem.ts';
import { Kept } from '#office/in-hand/Kept.tsx';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { Left } from '#office/pieces/Age.tsx';
import { useWords } from '#office/words/Words.tsx';
import { ChequeWarning } from './ChequeWarning.tsx';
import { ConfirmMove, GRAVE } from './ConfirmMove.tsx';
import { TakeOver } from './TakeOver.tsx';
import { useDeed } from './use-deed.ts';
import { type Lease } from './use-lease.ts';

type Offered = OfficeOrderAttributes['allowed_moves'][number];

interface HoldProps {
  readonly order: OfficeOrderAttributes;
  readonly lease: Lease;
  readonly serverOffsetMs: number;
}

/** Who works on this order, and taking or leaving it. */
function HoldLine({ order, lease, serverOffsetMs }: HoldProps) {
  const { t } = useWords();
  const other = order.lease !== null && !order.lease.is_mine ? order.lease : null;
  const paying = order.payout_holder;
  if (!order.may_claim && other === null && paying === null) return null;
  return (
    <div className="hold">
      {lease.isMine ? (
        <>
          <span className="mine">{t('office.order.mine')}</span>
          <Button variant="subtle" size="compact-sm" onClick={() => void lease.release()}>
            {t('office.order.release')} <kbd>c</kbd>
          </Button>
        </>
      ) : null}
      {!lease.isMine && other !== null ? (
        <span className="held-by">
          {t('office.order.held_by', { holder: other.holder })} · <Left until={other.until} serverOffsetMs={serverOffsetMs} />
        </span>
      ) : null}
      {!lease.isMine && other !== null && order.may_claim ? <TakeOver key={other.holder} holder={other.holder} lease={lease} /> : null}
      {!lease.isMine && other === null && order.may_claim ? (
        <Button variant="default" size="sm" loading={lease.isBusy} onClick={() => void lease.claim()}>
          {t('office.order.claim')} <kbd>c</kbd>
        </Button>
      ) : null}
      {paying === null ? null : (
        <span className={paying.is_mine ? 'mine' : 'held-by'}>
          {paying.is_mine ? t('office.order.paying_mine') : t('office.order.paying', { holder: paying.holder })}
        </span>
      )}
    </div>
  );
}

export interface ActionPanelProps extends HoldProps {
  readonly id: string;
}

/** Only the legal moves as buttons. Pressing one takes the order first, so nobody acts on what another is working on. */
export function ActionPanel({ id, order, lease, serverOffsetMs }: ActionPanelProps) {
  const { t } = useWords();
  const deed = useDeed(id, lease);
  const [chosen, setChosen] = useState<Offered | null>(null);
  const isOthers = order.lease !== null && !order.lease.is_mine && !lease.isMine;
  const close = () => {
    setChosen(null);
    deed.reset();
  };
  const choose = async (item: Offered) => {
    deed.reset();
    if (!lease.isMine && !(await lease.claim())) return;
    setChosen(item);
  };
  const confirm = (item: Offered, note: string, refundAmount?: string) =>
    deed.mutate(
      {
        call: async (api, idempotencyKey) => {
          const body = { move: item.move, note: note.trim() || null, version: order.version, refund_amount: refundAmount ?? null };
          await api(officeMoveOrder, { params: { id }, body, idempotencyKey });
        },
        said: t('office.order.moved', { status: t(`office.status.${item.to}`) }),
      },
      { onSuccess: (isDone) => isDone && close() },
    );
  // On somebody else's order a key is refused with who holds it
  const byKey = order.allowed_moves.slice(0, 9).map((item, index) => [String(index + 1), () => void choose(item)]);
  useKeys({
    c: () => void (lease.isMine ? lease.release() : order.may_claim && lease.claim()),
    ...Object.fromEntries(byKey),
  });
  const isOvertaken = isRefusedFor(deed.error, 'order_state_conflict');
  const problem = deed.isError ? (isOvertaken ? t('office.order.overtaken') : problemWords(deed.error, t)) : null;
  return (
    <section className="sheet actions" aria-labelledby="actions-title">
      <h2 id="actions-title">{t('office.order.actions')}</h2>
      <HoldLine order={order} lease={lease} serverOffsetMs={serverOffsetMs} />
      <ChequeWarning order={order} />
      {lease.error === null ? null : (
        <p className="problem" role="alert">
          {problemWords(lease.error, t)}
        </p>
      )}
      {order.allowed_moves.length === 0 && order.surplus_amount === null && order.attention === null ? (
        <p className="dim">{t('office.order.no_moves')}</p>
      ) : null}
      {chosen === null ? (
        <ul className="moves">
          {order.allowed_moves.map((item, index) => (
            <li key={item.move}>
              <Button
                fullWidth
                justify="space-between"
                size="sm"
                variant={index === 0 && order.attention !== null ? 'filled' : 'default'}
                {...(GRAVE.has(item.move) ? { color: 'loss' } : {})}
                disabled={isOthers}
                rightSection={<kbd>{index + 1}</kbd>}
                onClick={() => void choose(item)}
              >
                {t(`office.move.${item.move}`)}
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <Kept when={order.allowed_moves.some((item) => item.move === chosen.move)}>
          <ConfirmMove
            key={chosen.move}
            offered={chosen}
            order={order}
            problem={problem}
            isBusy={deed.isPending}
            onConfirm={(note, refundAmount) => confirm(chosen, note, refundAmount)}
            onCancel={close}
          />
        </Kept>
      )}
    </section>
  );
}
