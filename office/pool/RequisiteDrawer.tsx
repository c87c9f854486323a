import { Button, Drawer } from '@mantine/core';
import { officeRevealPool } from '#contract/office/money/pool.ts';
import { useCommand } from '#office/api/use-command.ts';
import { Copy } from '#office/components/Copy.tsx';
import { FactList } from '#office/components/FactList.tsx';
import { FrozenWhileEditing, KeepWhileEditing } from '#office/editing/Editing.tsx';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useOperator } from '#office/api/operator.ts';
import { HeldBy } from './HeldBy.tsx';
import { RequisiteActions, type RequisiteProps, RulesForm } from './RequisiteActions.tsx';

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
      lockScroll={false}
      size={480}
      title={t('office_by_hand.pool.one')}
      closeButtonProps={{ 'aria-label': t('office.cancel') }}
    >
      <div className="by-hand-form">
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
