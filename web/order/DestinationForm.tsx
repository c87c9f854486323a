import { useState, useEffect } from 'react';
import { Button } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { Notice } from '#ui/Notice.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { usePreservedTexts } from '#web/form/use-preserved-texts.ts';
import type { Order } from './order.ts';
import { RequisiteInputs } from '#web/requisites/RequisiteInputs.tsx';
import type { OrderActions } from './use-order-actions.ts';
import { isKeyText } from '#web/api/order-key.ts';

const HASH_PREFIX = '#destination=';
const nameOf = (orderId: string): string => `destination-key:${orderId}`;

/** Without storage the key is kept in memory until the page is closed. */
function storedKey(orderId: string): string | null {
  try {
    return sessionStorage.getItem(nameOf(orderId));
  } catch {
    return null;
  }
}

function storeKey(orderId: string, key: string): void {
  try {
    sessionStorage.setItem(nameOf(orderId), key);
  } catch {
    // Storage is unavailable: the page has the key in memory
  }
}

/** Key from the e-mail that asked for another destination: taken out of the URL's hash and stored for this tab. */
function useDestinationKey(orderId: string): string | null {
  const [key, setKey] = useState<string | null>(null);
  useEffect(() => {
    const takeFromHash = () => {
      const { hash, pathname, search } = location;
      const candidate = hash.startsWith(HASH_PREFIX) ? hash.slice(HASH_PREFIX.length) : '';
      if (!isKeyText(candidate)) return;
      storeKey(orderId, candidate);
      setKey(candidate);
      history.replaceState(history.state, '', `${pathname}${search}`);
    };
    // oxlint-disable-next-line react/set-state-in-effect -- the server does not know the key, and the first render must equal the server's
    setKey(storedKey(orderId));
    takeFromHash();
    // The e-mail's link opened on this page changes only the hash
    addEventListener('hashchange', takeFromHash);
    return () => removeEventListener('hashchange', takeFromHash);
  }, [orderId]);
  return key;
}

interface DestinationFormProps {
  readonly order: Order;
  readonly actions: OrderActions;
}

/**
 * Asks for another destination after a payout failed because of its destination. The form needs the key from the e-mail; without it the
 * customer is referred to the e-mail.
 */
export function DestinationForm({ order, actions }: DestinationFormProps) {
  const { t } = useTranslation();
  const key = useDestinationKey(order.id);
  const [values, setValues] = usePreservedTexts(`destination:${order.id}`);
  const [noMemo, setNoMemo] = useState(false);
  const [confirmsLookalike, setConfirms] = useState(false);
  const request = order.destination_request;
  if (request === null) return null;
  if (request.state === 'given') return <Notice>{t('order.destination.given')}</Notice>;
  if (key === null) return <Notice tone="time">{t('order.destination.by_mail', { email: order.email_masked })}</Notice>;
  const failure = actions.failure?.action === 'give_destination' ? actions.failure : null;
  const isAtField = failure !== null && request.fields.some((field) => failure.fields[field.key] !== undefined);
  return (
    <CheckedForm
      className="grid grid-cols-1 content-start gap-4 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        actions.giveDestination({ key, requisites: values, no_memo: noMemo, confirm_lookalike: confirmsLookalike });
      }}
    >
      <p className="text-sm leading-6 text-muted">{t('order.destination.where')}</p>
      <RequisiteInputs
        fields={request.fields}
        values={values}
        onChange={(next) => {
          // The confirmation belonged to the previous values
          setConfirms(false);
          setValues(next);
        }}
        noMemo={noMemo}
        onNoMemo={setNoMemo}
        errors={failure?.fields ?? {}}
      />
      <p className="text-sm leading-6">{t('order.destination.check')}</p>
      {failure?.codes.includes('lookalike') === true || confirmsLookalike ? (
        <CheckField
          label={t('order.destination.confirm_lookalike')}
          checked={confirmsLookalike}
          onChange={(event) => setConfirms(event.target.checked)}
        />
      ) : null}
      <Button type="submit" tone="action" aria-disabled={actions.busy !== null}>
        {t('order.destination.send')}
      </Button>
      {failure === null || isAtField ? null : (
        <Notice tone="loss" role="alert">
          {failure.message}
        </Notice>
      )}
    </CheckedForm>
  );
}
