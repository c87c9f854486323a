import { Button, buttonLook } from '#ui/Button.tsx';
import { RatingField } from '#ui/RatingField.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { rating } from '#web/form/rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { OpenedOrder } from './load-order.ts';

/** Asks for a rating after an exchange; the form leads to the review page. Shows the customer's own review once there is one. */
export function AskReview({ orderId, review }: { readonly orderId: string; readonly review: NonNullable<OpenedOrder['review']> | null }) {
  const { t, to } = useTranslation();
  const path = to(`/order/${orderId}/review`);
  return (
    <section aria-labelledby="ask-review" className="mt-8 print:hidden">
      <h2 id="ask-review" className="mb-3 text-lg font-semibold">
        {t(review === null ? 'order.review.title' : 'order.review.said')}
      </h2>
      {review === null ? (
        <CheckedForm rules={{ rating }} method="get" action={path} className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <RatingField legend={t('order.review.rating')} name="rating" labelOf={(count) => t('order.review.stars', { count })} />
          <Button type="submit">{t('order.review.submit')}</Button>
        </CheckedForm>
      ) : (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <span>
            {t('order.review.stars', { count: review.rating })}, {t(`order.review.${review.state}`)}
          </span>
          <a className={buttonLook('plain')} href={path}>
            {t('order.review.open')}
          </a>
        </p>
      )}
    </section>
  );
}
