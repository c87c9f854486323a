import { Button, Drawer } from '@mantine/core';
import { useState } from 'react';
import type { Resource } from '#contract/document.ts';
import { officeReleasePool, officeRevealPool, type PoolRequisiteAttributes } from '#contract/office/money/pool.ts';
import { orderNumber } from '#core/order/number.ts';
import { OrderNumber } from '#office/components/OrderNumber.tsx';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useCommand } from '#office/api/use-command.ts';
import { Copy } from '#office/components/Copy.tsx';
import { FactList } from '#office/components/FactList.tsx';
import { FrozenWhileEditing, KeepWhileEditing } from '#office/editing/Editing.tsx';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { paths } from '#office/paths.ts';
import { RequisiteActions, type RequisiteProps, RulesForm } from './RequisiteActions.tsx';

interface HeldByProps {
  readonly requisite: Resource<PoolRequisiteAttributes>;
  readonly mayRelease: boolean;
}

interface ReleaseFormProps {
  readonly id: string;
  readonly orderId: string;
  readonly isFrozen: boolean;
  readonly onClose: () => void;
}

function ReleaseForm({ id, orderId, isFrozen, onClose }: ReleaseFormProps) {
  const { t } = useTranslation();
  const release = useCommand(officeReleasePool, { after: [keys.pool()], onDone: onClose });
  return (
    <ActionForm
      what={t(isFrozen ? 'office_by_hand.pool.release_hint_frozen' : 'office_by_hand.pool.release_hint', { order: orderNumber(orderId) })}
      submit={t('office_by_hand.pool.release')}
      note={{ label: t('office_by_hand.reason'), isRequired: true }}
      command={release}
      onSubmit={(reason) => release.run({ params: { id }, body: { order_id: orderId, reason } })}
      onCancel={onClose}
    />
  );
}

/** The orders that hold a requisite; it can be released from each, with a reason. */
function HeldBy({ requisite: { id, attributes }, mayRelease }: HeldByProps) {
  const { t } = useTranslation();
  const [releasing, setReleasing] = useState<string | null>(null);
  if (attributes.order_ids.length === 0) return null;
  return (
    <section className="stack" aria-label={t('office_by_hand.pool.held_by')}>
      <p>{t('office_by_hand.pool.held_by')}</p>
      {attributes.order_ids.map((order) => (
        <div key={order}>
          <div className="row">
            <OrderNumber id={order} to={paths.order(order)} />
            {mayRelease && releasing !== order ? (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('office_by_hand.pool.release_of', { order: orderNumber(order) })}
                onClick={() => setReleasing(order)}
              >
                {t('office_by_hand.pool.release')}
              </Button>
            ) : null}
          </div>
          {releasing === order ? (
            <ReleaseForm id={id} orderId={order} isFrozen={attributes.state === 'frozen'} onClose={() => setReleasing(null)} />
          ) : null}
        </div>
      ))}
    </section>
  );
}

/** The requisite, masked; whole on demand, which the audit log records. Without a key: the answer has whole requisites. */
function RequisiteFacts({ requisite: { id, attributes }, system }: RequisiteProps) {
  const { t } = useTranslation();
  const reveal = useCommand(officeRevealPool, { isKeyed: false });
  const label = (key: string) => system?.fields.find((field) => field.key === key)?.label ?? key;
  const revealed = reveal.result?.data.attributes.requisites;
  return (
    <>
      <FactList
        facts={[
          ...Object.entries(revealed ?? attributes.requisites_masked).map(([key, value]) => ({
            name: label(key),
            value: revealed === undefined ? value : <Copy value={value} />,
          })),
          { name: t('office_by_hand.pool.owner'), value: attributes.owner_name },
          { name: t('office_by_hand.pool.bank'), value: attributes.bank },
        ]}
      />
      <CommandProblem error={reveal.error} />
      {revealed === undefined ? (
        <Button size="compact-sm" variant="default" loading={reveal.isPending} onClick={() => reveal.run({ params: { id } })}>
          {t('office_by_hand.reveal')}
        </Button>
      ) : null}
    </>
  );
}

/** One requisite: its values, the orders that hold it, its rules and actions. */
export function RequisiteDrawer({ requisite, system, onClose }: RequisiteProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { attributes } = requisite;
  const mayChange = useOperator().actions.includes('change_pool') && attributes.state !== 'retired';
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={480}
      title={t('office_by_hand.pool.one')}
      closeButtonProps={{ 'aria-label': t('office.cancel') }}
    >
      <div className="stack">
        <RequisiteFacts requisite={requisite} system={system} />
        {attributes.frozen_reason === null ? null : (
          <p className="note">{t('office_by_hand.pool.frozen_because', { reason: attributes.frozen_reason })}</p>
        )}
        <HeldBy requisite={requisite} mayRelease={mayChange} />
        <KeepWhileEditing when={mayChange}>
          <RequisiteActions requisite={requisite} system={system} />
          <FrozenWhileEditing stored={attributes}>
            {(stored) => <RulesForm requisite={{ ...requisite, attributes: stored }} />}
          </FrozenWhileEditing>
        </KeepWhileEditing>
      </div>
    </Drawer>
  );
}
