import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { officeAnswerReview } from '#contract/office-reviews.ts';
import { MAX_REVIEW_CHARS } from '#core/review.ts';
import { problemWords } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea } from '#office/form/fields.tsx';
import { Gone } from '#office/in-hand/Gone.tsx';
import { useHold } from '#office/in-hand/hand.ts';
import { sendByKeys } from '#office/keyboard/send-by-keys.ts';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { useWords } from '#office/words/Words.tsx';
import type { ReviewFormProps } from './DeclineForm.tsx';
import { useTypedReviewDeed } from './use-review-deed.ts';

/** What the shop says beside a review, to everybody; empty, it says nothing any more. */
export function AnswerForm({ id, version, answer, onClose }: ReviewFormProps & { readonly answer: string }) {
  const api = useApi();
  const { t } = useWords();
  const [text, setText] = useState(answer);
  const field = useRef<HTMLTextAreaElement>(null);
  const isGone = useHold(true);
  useKeys({ Escape: onClose }, 'everywhere');
  useEffect(() => field.current?.focus(), []);
  const answering = useTypedReviewDeed<string>(
    version,
    (said, { idempotencyKey, ...read }) => api(officeAnswerReview, { params: { id }, body: { text: said, ...read }, idempotencyKey }),
    onClose,
  );
  const send = () => answering.mutate(text.trim());
  const isSame = text.trim() === answer;
  return (
    <CheckedForm className="confirm" onSubmit={send}>
      <Textarea
        label={t('office_reviews.answer_label')}
        description={t('office_reviews.answer_hint')}
        autosize
        minRows={3}
        maxLength={MAX_REVIEW_CHARS}
        ref={field}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={sendByKeys}
      />
      <Gone when={isGone && !answering.isPending} />
      {answering.error === null ? null : (
        <p className="problem" role="alert">
          {problemWords(answering.error, t)}
        </p>
      )}
      <div className="row">
        <Button type="submit" size="sm" loading={answering.isPending} disabled={isSame}>
          {t(text.trim() === '' && answer !== '' ? 'office_reviews.answer_remove' : 'office_reviews.answer_save')}
        </Button>
        <Button type="button" variant="subtle" size="sm" onClick={onClose}>
          {t('office.cancel')}
        </Button>
      </div>
    </CheckedForm>
  );
}
