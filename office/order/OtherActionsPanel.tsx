import { Button } from '@mantine/core';
import { useState } from 'react';
import { officeExtendOrder, officeResendLink, officeWriteToCustomer } from '#contract/office/orders/actions.ts';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { EXTENSION_MINUTES } from '#core/order/extension.ts';
import { useFields } from '#office/form/use-fields.ts';
import { TextInput, Checkbox } from '#office/form/fields.tsx';
import { clockTime } from '#office/format/moment.ts';
import { KeepWhileEditing } from '#office/editing/Editing.tsx';
import { Choice } from '#office/components/Choice.tsx';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useOrderAction } from './use-order-action.ts';
import type { Lease } from './use-lease.ts';

export interface OtherActionsPanelProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
  readonly lease: Lease;
}

type ActionProps = OtherActionsPanelProps & { readonly onDone: () => void };

function Write({ id, order, onDone }: ActionProps) {
  const { t } = useTranslation();
  const write = useOrderAction(id, (text: string, call) => call(officeWriteToCustomer, { params: { id }, body: { text } }), {
    success: t('office.deeds.written'),
    onDone,
  });
  return (
    <ActionForm
      what={t('office.deeds.write_effect', { email: order.email })}
      submit={t('office.deeds.write')}
      note={{ label: t('office.deeds.write_note'), isRequired: true }}
      command={write}
      onSubmit={write.run}
      onCancel={onDone}
    />
  );
}

function Resend({ id, order, onDone }: ActionProps) {
  const { t } = useTranslation();
  const form = useFields({ email: '' });
  const email = form.values.email.trim();
  const resend = useOrderAction(
    id,
    (note: string, call) => {
      const body = { version: order.version, ...(email === '' ? {} : { email }), ...(note === '' ? {} : { note }) };
      return call(officeResendLink, { params: { id }, body });
    },
    { success: ({ meta }) => t(meta['approval_id'] === null ? 'office.deeds.resent' : 'office.deeds.proposed'), onDone },
  );
  return (
    <ActionForm
      what={t('office.deeds.resend_effect', { email: order.email })}
      submit={t('office.deeds.resend')}
      note={{ label: t('office.deeds.resend_note'), isRequired: email !== '' }}
      command={resend}
      onSubmit={resend.run}
      onCancel={onDone}
      waits={{ kind: 'correct_email', subject: id }}
    >
      <TextInput {...form.text('email')} label={t('office.deeds.resend_email')} type="email" autoComplete="off" maxLength={254} />
    </ActionForm>
  );
}

const MINUTES = EXTENSION_MINUTES.map(String);

function Extend({ id, order, lease, onDone }: ActionProps) {
  const { t, locale } = useTranslation();
  const form = useFields({ minutes: '30', with_rate: false });
  const minutes = EXTENSION_MINUTES.find((offeredActions) => String(offeredActions) === form.values.minutes) ?? 30;
  const extend = useOrderAction(
    id,
    (note: string, call) =>
      call(officeExtendOrder, { params: { id }, body: { version: order.version, minutes, with_rate: form.values.with_rate, note } }),
    { lease, success: ({ meta }) => t(meta['approval_id'] === null ? 'office.deeds.extended' : 'office.deeds.proposed'), onDone },
  );
  const rate = order.rate_locked_until === null ? '—' : clockTime(order.rate_locked_until, locale);
  return (
    <ActionForm
      what={t('office.deeds.extend_effect', { rate })}
      submit={t('office.deeds.extend')}
      note={{ label: t('office.deeds.extend_note'), isRequired: true }}
      command={extend}
      onSubmit={extend.run}
      onCancel={onDone}
      waits={{ kind: 'extend_rate', subject: id }}
    >
      <Choice
        label={t('office.deeds.extend_minutes')}
        values={MINUTES}
        value={form.values.minutes}
        labelOf={(count) => t('office.deeds.minutes', { count: Number(count) })}
        onChoose={(chosen) => form.set({ minutes: chosen })}
      />
      {order.rate_locked_until === null ? null : <Checkbox {...form.check('with_rate')} label={t('office.deeds.extend_rate')} />}
    </ActionForm>
  );
}

const FORMS = { write: Write, resend: Resend, extend: Extend } as const;
type ActionName = keyof typeof FORMS;

/** Actions beside the order's moves: an e-mail to the customer, the link again, more time. */
export function OtherActionsPanel(props: OtherActionsPanelProps) {
  const { t } = useTranslation();
  const [openAction, setOpenAction] = useState<ActionName | null>(null);
  const { may_write: mayWrite, may_extend: mayExtend } = props.order;
  const offeredActions: readonly ActionName[] = [
    ...(mayWrite ? (['write', 'resend'] as const) : []),
    ...(mayExtend ? (['extend'] as const) : []),
  ];
  const Form = openAction === null ? null : FORMS[openAction];
  return (
    <KeepWhileEditing when={offeredActions.length > 0}>
      <section className="sheet" aria-labelledby="deeds-title">
        <h2 id="deeds-title">{t('office.deeds.title')}</h2>
        {Form === null ? (
          <div className="action-row">
            {offeredActions.map((name) => (
              <Button key={name} fullWidth justify="space-between" size="sm" variant="default" onClick={() => setOpenAction(name)}>
                {t(`office.deeds.${name}`)}
              </Button>
            ))}
          </div>
        ) : (
          <KeepWhileEditing when={openAction !== null && offeredActions.includes(openAction)}>
            <Form {...props} onDone={() => setOpenAction(null)} />
          </KeepWhileEditing>
        )}
      </section>
    </KeepWhileEditing>
  );
}
