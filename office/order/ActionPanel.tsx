import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { officeMoveOrder } from '#contract/office/orders/orders.ts';
import { isRefusedFor, problemMessage } from '#office/api/call-failure.ts';
import { Left } from '#office/components/Age.tsx';
import { KeepWhileEditing } from '#office/editing/Editing.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { ConfirmMove, DESTRUCTIVE_MOVES } from './ConfirmMove.tsx';
import { ChequeWarning } from './Evidence.tsx';
import type { Lease } from './use-lease.ts';
import { useOrderAction } from './use-order-action.ts';

const KEY_NAMES = { claim: 'c', moves: '1 … 9' };

/** Takes an order over from the colleague who holds it. The reason is recorded in the history; the colleague's page shows the new holder. */
function TakeOver({ holder, lease }: { readonly holder: string; readonly lease: Lease }) {
  const { t } = useTranslation();
  const [note, setNote] = useState<string | null>(null);
  if (note === null)
    return (
      <Button variant="subtle" size="compact-sm" onClick={() => setNote('')}>
        {t('office.order.take_over')}
      </Button>
    );
  return (
    <CheckedForm className="stack" onSubmit={() => void lease.takeOver(holder, note.trim()).then((isTaken) => isTaken && setNote(null))}>
      <TextInput
        label={t('office.order.take_over_note')}
        required
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className="row">
        <Button type="submit" size="sm" loading={lease.isBusy}>
          {t('office.order.take_over')}
        </Button>
        <Button variant="default" size="sm" onClick={() => setNote(null)}>
          {t('office.cancel')}
        </Button>
      </div>
    </CheckedForm>
  );
}

type Offered = OfficeOrderAttributes['allowed_moves'][number];

interface LeaseProps {
  readonly order: OfficeOrderAttributes;
  readonly lease: Lease;
  readonly serverOffsetMs: number;
}

/** The operator who holds the order; buttons claim, release and take over. */
function LeaseStatus({ order, lease, serverOffsetMs }: LeaseProps) {
  const { t } = useTranslation();
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
        <span className="late">
          {t('office.order.held_by', { holder: other.holder })} · <Left until={other.until} serverOffsetMs={serverOffsetMs} />
        </span>
      ) : null}
      {!lease.isMine && other !== null && order.may_claim ? <TakeOver key={other.holder} holder={other.holder} lease={lease} /> : null}
      {!lease.isMine && other === null && order.may_claim ? (
        <Button
          fullWidth
          justify="space-between"
          variant="default"
          size="sm"
          loading={lease.isBusy}
          rightSection={<kbd>c</kbd>}
          onClick={() => void lease.claim()}
        >
          {t('office.order.claim')}
        </Button>
      ) : null}
      {paying === null ? null : (
        <span className={paying.is_mine ? 'mine' : 'late'}>
          {paying.is_mine ? t('office.order.paying_mine') : t('office.order.paying', { holder: paying.holder })}
        </span>
      )}
    </div>
  );
}

interface ConfirmedMove {
  readonly item: Offered;
  readonly note: string;
  readonly refundAmount: string | undefined;
}

export interface ActionPanelProps extends LeaseProps {
  readonly id: string;
}

/** The order's allowed moves. Choosing one claims the order first, so that two operators do not act on it at once. */
export function ActionPanel({ id, order, lease, serverOffsetMs }: ActionPanelProps) {
  const { t } = useTranslation();
  const move = useOrderAction(
    id,
    ({ item, note, refundAmount }: ConfirmedMove, call) => {
      const body = { move: item.move, note: note.trim() || null, version: order.version, refund_amount: refundAmount ?? null };
      return call(officeMoveOrder, { params: { id }, body });
    },
    { lease, success: (_, { item }) => t('office.order.moved', { status: t(`office.status.${item.to}`) }), onDone: () => close() },
  );
  const [chosen, setChosen] = useState<Offered | null>(null);
  const isHeldByColleague = order.lease !== null && !order.lease.is_mine && !lease.isMine;
  const close = () => {
    setChosen(null);
    move.reset();
  };
  const choose = async (item: Offered) => {
    move.reset();
    if (!lease.isMine && !(await lease.claim())) return;
    setChosen(item);
  };
  // On an order that a colleague holds, a key shows who holds it
  const byKey = order.allowed_moves.slice(0, 9).map((item, index) => [String(index + 1), () => void choose(item)]);
  const holdOrRelease = () => void (lease.isMine ? lease.release() : order.may_claim && lease.claim());
  useKeys({ c: holdOrRelease, ...Object.fromEntries(byKey) }, 'page', KEY_NAMES);
  const isOvertaken = isRefusedFor(move.error, 'order_state_conflict');
  const problem = move.error === null ? null : isOvertaken ? t('office.order.overtaken') : problemMessage(move.error, t);
  return (
    <section className="sheet actions" aria-labelledby="actions-title">
      <h2 id="actions-title">{t('office.order.actions')}</h2>
      <LeaseStatus order={order} lease={lease} serverOffsetMs={serverOffsetMs} />
      <ChequeWarning order={order} />
      <CommandProblem error={lease.error} />
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
                {...(DESTRUCTIVE_MOVES.has(item.move) ? { color: 'loss' } : {})}
                disabled={isHeldByColleague}
                rightSection={<kbd>{index + 1}</kbd>}
                onClick={() => void choose(item)}
              >
                {t(`office.move.${item.move}`)}
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <KeepWhileEditing when={order.allowed_moves.some((item) => item.move === chosen.move)}>
          <ConfirmMove
            key={chosen.move}
            offered={chosen}
            order={order}
            problem={problem}
            isBusy={move.isPending}
            onConfirm={(note, refundAmount) => move.run({ item: chosen, note, refundAmount })}
            onCancel={close}
          />
        </KeepWhileEditing>
      )}
    </section>
  );
}
