import { Button, buttonLook } from '#ui/Button.tsx';
import { RatingField } from '#ui/RatingField.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { rating } from '#web/form/rules.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { OpenedOrder } from './load-order.ts';

/** After an exchange: how was it? The stars lead to the page where words may be added; what was said is told here. */
export function AskReview({ orderId, review }: { readonly orderId: string; readonly review: OpenedOrder['review'] }) {
  const { t, to } = useWords();
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
