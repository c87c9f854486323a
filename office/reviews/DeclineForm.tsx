import { useState } from 'react';
import { officeDecideReview } from '#contract/office-reviews.ts';
import { REVIEW_DECLINE_REASONS, type ReviewDeclineReason } from '#core/review.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { NativeSelect } from '#office/form/fields.tsx';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { useWords } from '#office/words/Words.tsx';
import { useTypedReviewDeed } from './use-review-deed.ts';

export interface ReviewFormProps {
  readonly id: string;
  /** The latest. */
  readonly version: number;
  readonly onClose: () => void;
}

/** Hides a review for one of the reasons there are; its author is told. */
export function DeclineForm({ id, version, onClose }: ReviewFormProps) {
  const api = useApi();
  const { t } = useWords();
  const [reason, setReason] = useState<ReviewDeclineReason | null>(null);
  const declining = useTypedReviewDeed<string>(
    version,
    (text, { idempotencyKey, ...read }) =>
      api(officeDecideReview, { params: { id }, body: { decision: 'declined', reason, text: text || null, ...read }, idempotencyKey }),
    onClose,
  );
  return (
    <DeedForm
      what={t('office_reviews.decline_what')}
      submit={t('office_reviews.decline')}
      note={{ label: t('office_reviews.told'), isRequired: false }}
      isGrave
      isBusy={declining.isPending}
      error={declining.error}
      fields={['reason']}
      onSubmit={(text) => declining.mutate(text)}
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
        error={fieldProblem(declining.error, 'reason')}
        onChange={({ currentTarget: { value } }) => setReason(REVIEW_DECLINE_REASONS.find((one) => one === value) ?? null)}
      />
    </DeedForm>
  );
}
