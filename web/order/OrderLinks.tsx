import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Button, buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useBackCloses } from '#web/layout/back-steps.ts';
import type { Order } from './order.ts';
import type { OrderActions } from './use-order-actions.ts';

/** Links to repeat or cancel the order, where that is allowed. */
export function OrderLinks({ order, actions }: { readonly order: Order; readonly actions: OrderActions }) {
  const { t, to } = useTranslation();
  const canRepeat = order.allowed_actions.includes('repeat');
  const canCancel = order.allowed_actions.includes('cancel');
  if (!canRepeat && !canCancel) return null;
  return (
    <div className="mt-6 grid gap-3 print:hidden">
      {canRepeat ? (
        <Link to={to(`/order/${order.id}/repeat`)} className={buttonLook('plain')}>
          {t('order.repeat')}
        </Link>
      ) : null}
      {canCancel ? <Cancel actions={actions} /> : null}
    </div>
  );
}

/** Cancels after a confirmation; without scripts the query asks for it. */
function Cancel({ actions }: { readonly actions: OrderActions }) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const [isAsking, setAsking] = useState(query.has('cancel'));
  const question = useRef<HTMLParagraphElement>(null);
  useBackCloses(isAsking, () => setAsking(false));
  useEffect(() => {
    if (isAsking) question.current?.focus();
  }, [isAsking]);
  const failure = actions.failure?.action === 'cancel' ? actions.failure.message : null;
  if (!isAsking) {
    return (
      <CheckedForm
        onSubmit={(event) => {
          event.preventDefault();
          setAsking(true);
        }}
      >
        <Button type="submit" name="cancel" value="1">
          {t('order.cancel')}
        </Button>
      </CheckedForm>
    );
  }
  return (
    <div role="group" aria-labelledby="cancel-question" className="grid gap-3 rounded-tray border border-loss p-4">
      <p id="cancel-question" ref={question} tabIndex={-1} className="text-sm leading-6 outline-none">
        {t('order.cancel_question')}
      </p>
      <CheckedForm
        method="post"
        className="flex flex-wrap gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          actions.cancel();
        }}
      >
        <Button type="submit" tone="loss" name="press" value="cancel" aria-disabled={actions.busy !== null}>
          {actions.busy === 'cancel' ? t('order.cancelling') : t('order.cancel_yes')}
        </Button>
        <Button
          type="submit"
          formMethod="get"
          onClick={(event) => {
            event.preventDefault();
            setAsking(false);
          }}
        >
          {t('order.cancel_no')}
        </Button>
      </CheckedForm>
      {failure === null ? null : (
        <Notice tone="loss" role="alert">
          {failure}
        </Notice>
      )}
    </div>
  );
}
