import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Resource } from '#contract/document.ts';
import { officeReleasePool, type PoolRequisiteAttributes } from '#contract/office/money/pool.ts';
import { keys } from '#office/api/keys.ts';
import { useCommand } from '#office/api/use-command.ts';
import { paths } from '#office/paths.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

export interface HeldByProps {
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
      what={t(isFrozen ? 'office_by_hand.pool.release_hint_frozen' : 'office_by_hand.pool.release_hint', { order: orderId })}
      submit={t('office_by_hand.pool.release')}
      note={{ label: t('office_by_hand.reason'), isRequired: true }}
      command={release}
      onSubmit={(reason) => release.run({ params: { id }, body: { order_id: orderId, reason } })}
      onCancel={onClose}
    />
  );
}

/** The orders that hold a requisite; it can be released from each, with a reason. */
export function HeldBy({ requisite: { id, attributes }, mayRelease }: HeldByProps) {
  const { t } = useTranslation();
  const [releasing, setReleasing] = useState<string | null>(null);
  if (attributes.order_ids.length === 0) return null;
  return (
    <section className="by-hand-form" aria-label={t('office_by_hand.pool.held_by')}>
      <p>{t('office_by_hand.pool.held_by')}</p>
      {attributes.order_ids.map((order) => (
        <div key={order}>
          <div className="row">
            <Link to={paths.order(order)}>{order}</Link>
            {mayRelease && releasing !== order ? (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('office_by_hand.pool.release_of', { order })}
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
