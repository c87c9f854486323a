import { useState } from 'react';
import { officeDecideReview } from '#contract/office/customers/reviews.ts';
import { oneOf } from '#core/closed-list.ts';
import { REVIEW_DECLINE_REASONS, type ReviewDeclineReason } from '#core/customer/review.ts';
import { NativeSelect } from '#office/form/fields.tsx';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useReviewForm } from './use-review-command.ts';

export interface ReviewFormProps {
  readonly id: string;
  /** The latest. */
  readonly version: number;
  readonly onClose: () => void;
}

/** Hides a review for a reason; its author is notified. */
export function DeclineForm({ id, version, onClose }: ReviewFormProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState<ReviewDeclineReason | null>(null);
  const decline = useReviewForm(
    version,
    (text, readVersion, call) =>
      call(officeDecideReview, { params: { id }, body: { decision: 'declined', reason, text: text || null, version: readVersion } }),
    onClose,
  );
  return (
    <ActionForm
      what={t('office_reviews.decline_what')}
      submit={t('office_reviews.decline')}
      note={{ label: t('office_reviews.told'), isRequired: false }}
      isDestructive
      command={decline}
      onSubmit={decline.run}
      onCancel={onClose}
    >
      <NativeSelect
        label={t('office_reviews.reason')}
        description={t('office_reviews.reason_hint')}
        required
        value={reason ?? ''}
        data={[
          { value: '', label: t('office_reviews.choose') },
          ...REVIEW_DECLINE_REASONS.map((value) => ({ value, label: t(`office_reviews.reasons.${value}`) })),
        ]}
        field="reason"
        onChange={({ currentTarget: { value } }) => setReason(oneOf(REVIEW_DECLINE_REASONS, value) ?? null)}
      />
    </ActionForm>
  );
}
