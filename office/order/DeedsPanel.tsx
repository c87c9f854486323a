import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { officeExtendOrder, officeResendLink, officeWriteToCustomer } from '#contract/office-deeds.ts';
import type { OfficeOrderAttributes } from '#contract/office-orders.ts';
import { EXTENSION_MINUTES } from '#core/order/extension.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { TextInput } from '#office/form/fields.tsx';
import { clockTime } from '#office/format/moment.ts';
import { Kept } from '#office/in-hand/Kept.tsx';
import { Choice } from '#office/pieces/Choice.tsx';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { useWords } from '#office/words/Words.tsx';
import { useDeed } from './use-deed.ts';
import type { Lease } from './use-lease.ts';

export interface DeedsPanelProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
  readonly lease: Lease;
}

type DeedProps = DeedsPanelProps & { readonly onDone: () => void };

function Write({ id, order, onDone }: DeedProps) {
  const { t } = useWords();
  const deed = useDeed(id);
  return (
    <DeedForm
      what={t('office.deeds.write_effect', { email: order.email })}
      submit={t('office.deeds.write')}
      note={{ label: t('office.deeds.write_note'), isRequired: true }}
      isBusy={deed.isPending}
      error={deed.error}
      onSubmit={(text) =>
        deed.mutate(
          {
            call: (api, idempotencyKey) => api(officeWriteToCustomer, { params: { id }, body: { text }, idempotencyKey }),
            said: t('office.deeds.written'),
          },
          { onSuccess: onDone },
        )
      }
      onCancel={onDone}
    />
  );
}

function Resend({ id, order, onDone }: DeedProps) {
  const { t } = useWords();
  const deed = useDeed(id);
  const [email, setEmail] = useState('');
  const isOther = email.trim() !== '';
  const send = (note: string) =>
    deed.mutate(
      {
        call: async (api, idempotencyKey) => {
          const body = { version: order.version, ...(isOther ? { email: email.trim() } : {}), ...(note === '' ? {} : { note }) };
          const { meta } = await api(officeResendLink, { params: { id }, body, idempotencyKey });
          return meta['approval_id'] === null ? undefined : t('office.deeds.proposed');
        },
        said: t('office.deeds.resent'),
      },
      { onSuccess: onDone },
    );
  return (
    <DeedForm
      what={t('office.deeds.resend_effect', { email: order.email })}
      submit={t('office.deeds.resend')}
      note={{ label: t('office.deeds.resend_note'), isRequired: isOther }}
      isBusy={deed.isPending}
      error={deed.error}
      fields={['email']}
      onSubmit={send}
      onCancel={onDone}
      waits={{ kind: 'correct_email', subject: id }}
    >
      <TextInput
        label={t('office.deeds.resend_email')}
        type="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        error={fieldProblem(deed.error, 'email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
    </DeedForm>
  );
}

const MINUTES = EXTENSION_MINUTES.map(String);

function Extend({ id, order, lease, onDone }: DeedProps) {
  const { t, locale } = useWords();
  const deed = useDeed(id, lease);
  const [chosen, setChosen] = useState('30');
  const [withRate, setWithRate] = useState(false);
  const minutes = EXTENSION_MINUTES.find((one) => String(one) === chosen) ?? 30;
  const extend = (note: string) =>
    deed.mutate(
      {
        call: async (api, idempotencyKey) => {
          const body = { version: order.version, minutes, with_rate: withRate, note };
          const { meta } = await api(officeExtendOrder, { params: { id }, body, idempotencyKey });
          return meta['approval_id'] === null ? undefined : t('office.deeds.proposed');
        },
        said: t('office.deeds.extended'),
      },
      { onSuccess: (isDone) => isDone && onDone() },
    );
  const rate = order.rate_locked_until === null ? '—' : clockTime(order.rate_locked_until, locale);
  return (
    <DeedForm
      what={t('office.deeds.extend_effect', { rate })}
      submit={t('office.deeds.extend')}
      note={{ label: t('office.deeds.extend_note'), isRequired: true }}
      isBusy={deed.isPending}
      error={deed.error}
      onSubmit={extend}
      onCancel={onDone}
      waits={{ kind: 'extend_rate', subject: id }}
    >
      <Choice
        label={t('office.deeds.extend_minutes')}
        values={MINUTES}
        value={chosen}
        words={(count) => t('office.deeds.minutes', { count: Number(count) })}
        onChoose={setChosen}
      />
      {order.rate_locked_until === null ? null : (
        <Checkbox label={t('office.deeds.extend_rate')} checked={withRate} onChange={(event) => setWithRate(event.currentTarget.checked)} />
      )}
    </DeedForm>
  );
}

const DEEDS = { write: Write, resend: Resend, extend: Extend } as const;
type DeedName = keyof typeof DEEDS;

/** What may be done beside the order's moves: a letter, the link once more, more time. */
export function DeedsPanel(props: DeedsPanelProps) {
  const { t } = useWords();
  const [asked, setAsked] = useState<DeedName | null>(null);
  const { may_write: mayWrite, may_extend: mayExtend } = props.order;
  const offered: readonly DeedName[] = [...(mayWrite ? (['write', 'resend'] as const) : []), ...(mayExtend ? (['extend'] as const) : [])];
  const Asked = asked === null ? null : DEEDS[asked];
  return (
    <Kept when={offered.length > 0}>
      <section className="sheet" aria-labelledby="deeds-title">
        <h2 id="deeds-title">{t('office.deeds.title')}</h2>
        {Asked === null ? (
          <div className="deeds">
            {offered.map((name) => (
              <Button key={name} size="sm" variant="default" onClick={() => setAsked(name)}>
                {t(`office.deeds.${name}`)}
              </Button>
            ))}
          </div>
        ) : (
          <Kept when={asked !== null && offered.includes(asked)}>
            <Asked {...props} onDone={() => setAsked(null)} />
          </Kept>
        )}
      </section>
    </Kept>
  );
}
