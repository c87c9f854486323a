import type { OrderReviewAttributes } from '#contract/public/reviews.ts';
import { MAX_REVIEW_CHARS, MAX_REVIEW_NAME_CHARS } from '#core/customer/review.ts';
import { formatDate } from '#core/format/moment.ts';
import { Button, buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { RatingField } from '#ui/RatingField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { errorsOf, type ReturnedForm } from '#web/form/returned-form.ts';
import { rating } from '#web/form/rules.ts';
import { usePreservedInput } from '#web/form/use-preserved-input.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NarrowPage } from '#web/layout/NarrowPage.tsx';

export interface OrderReviewPageProps {
  readonly id: string;
  readonly review: Omit<OrderReviewAttributes, 'payment_system_from_id' | 'payment_system_to_id'>;
  readonly from: string;
  readonly to: string;
  /** Stars chosen on the order page; null: none. */
  readonly stars: number | null;
  readonly isByEmailLink: boolean;
  readonly returned: ReturnedForm | undefined;
}

type OwnReview = OrderReviewPageProps['review'];

/** The state of the review. */
function ReviewState({ review }: { readonly review: OwnReview }) {
  const { t } = useTranslation();
  if (review.state === null) return null;
  const isDeclined = review.state === 'declined' && review.decline_reason !== null;
  return (
    <Notice role="status" tone={isDeclined ? 'loss' : 'calm'} title={t(`reviews.own.${review.state}`)}>
      <p>{t(`reviews.own.${review.state}_text`)}</p>
      {isDeclined ? (
        <>
          <p>{t('reviews.own.reason', { reason: t(`reviews.reason.${review.decline_reason}`) })}</p>
          {review.decline_text === null ? null : <p className="whitespace-pre-line wrap-anywhere">{review.decline_text}</p>}
        </>
      ) : null}
    </Notice>
  );
}

function Form({ review, stars, returned }: Pick<OrderReviewPageProps, 'review' | 'stars' | 'returned'>) {
  const { t } = useTranslation();
  const form = usePreservedInput('review');
  const errors = errorsOf(returned, ['rating', 'text', 'name']);
  const values = returned?.values;
  const hasReview = review.state !== null && review.state !== 'withdrawn';
  // A saved review comes from the server: going back must not restore text that was corrected or deleted since
  const allowsAutofill = review.state === null;
  return (
    <CheckedForm rules={{ rating }} ref={form} method="post" autoComplete={allowsAutofill ? undefined : 'off'} className="grid gap-5">
      <FormNotice {...errors} />
      <input type="hidden" name="version" value={review.version} />
      <RatingField
        legend={t('reviews.own.rating')}
        name="rating"
        labelOf={(count) => t('reviews.stars', { count })}
        defaultValue={values === undefined ? (stars ?? (hasReview ? review.rating : null) ?? undefined) : Number(values['rating'])}
        error={errors.at('rating')}
      />
      <TextArea
        label={t('reviews.own.words')}
        name="text"
        rows={5}
        maxLength={MAX_REVIEW_CHARS}
        defaultValue={values?.['text'] ?? review.text}
        hint={t('reviews.own.words_hint')}
        error={errors.at('text')}
      />
      <TextField
        label={t('reviews.own.name')}
        name="name"
        autoComplete={allowsAutofill ? 'given-name' : 'off'}
        maxLength={MAX_REVIEW_NAME_CHARS}
        defaultValue={values?.['name'] ?? review.name ?? ''}
        hint={t('reviews.own.name_hint')}
        error={errors.at('name')}
      />
      <Button type="submit" tone="action">
        {t(hasReview ? 'reviews.own.change' : 'reviews.own.send')}
      </Button>
    </CheckedForm>
  );
}

/** Needs two presses, without scripts too: the text cannot be restored. */
function Withdraw() {
  const { t } = useTranslation();
  return (
    <details>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">{t('reviews.own.withdraw')}</summary>
      <CheckedForm method="post" className="mt-2 grid justify-items-start gap-3">
        <p className="text-sm leading-6">{t('reviews.own.withdraw_text')}</p>
        <Button type="submit" tone="loss" name="deed" value="withdraw">
          {t('reviews.own.withdraw_sure')}
        </Button>
      </CheckedForm>
    </details>
  );
}

/** A customer's review of an order: stars, and text if wanted. Works without scripts. */
export function OrderReviewPage({ id, review, from, to: toName, stars, isByEmailLink, returned }: OrderReviewPageProps) {
  const { t, to, locale } = useTranslation();
  return (
    <NarrowPage title={t('reviews.own.title')}>
      <p className="wrap-anywhere text-muted">
        {t('reviews.own.which', { from, to: toName, at: formatDate(review.completed_at, locale) })}
      </p>
      <ReviewState review={review} />
      {review.answer === null ? null : (
        <div className="border-l-4 border-action pl-4">
          <p className="text-sm font-semibold">{t('reviews.answer')}</p>
          <p className="mt-1 leading-7 whitespace-pre-line wrap-anywhere">{review.answer.text}</p>
        </div>
      )}
      <Form key={review.version} review={review} stars={stars} returned={returned} />
      {review.state === null || review.state === 'withdrawn' ? null : <Withdraw />}
      <p className="flex flex-wrap gap-3">
        {isByEmailLink ? null : (
          <a className={buttonLook('plain')} href={to(`/order/${id}`)}>
            {t('reviews.own.to_order')}
          </a>
        )}
        <a className={buttonLook('plain')} href={to('/reviews')}>
          {t('reviews.own.to_all')}
        </a>
      </p>
    </NarrowPage>
  );
}
