import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { officeAnswerReview } from '#contract/office/customers/reviews.ts';
import { MAX_REVIEW_CHARS } from '#core/customer/review.ts';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea } from '#office/form/fields.tsx';
import { OutdatedNotice } from '#office/editing/OutdatedNotice.tsx';
import { useEditing } from '#office/editing/editing.ts';
import { sendByKeys } from '#office/keyboard/send-by-keys.ts';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { ReviewFormProps } from './DeclineForm.tsx';
import { useReviewForm } from './use-review-command.ts';

/** The shop's public answer to a review; an empty text removes it. */
export function AnswerForm({ id, version, answer, onClose }: ReviewFormProps & { readonly answer: string }) {
  const { t } = useTranslation();
  const [text, setText] = useState(answer);
  const field = useRef<HTMLTextAreaElement>(null);
  const isOutdated = useEditing(true);
  useKeys({ Escape: onClose }, 'everywhere');
  useEffect(() => field.current?.focus(), []);
  const save = useReviewForm(
    version,
    (sent, readVersion, call) => call(officeAnswerReview, { params: { id }, body: { text: sent, version: readVersion } }),
    onClose,
  );
  const isSame = text.trim() === answer;
  return (
    <CheckedForm className="confirm" command={save} onSubmit={() => save.run(text.trim())}>
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
      <OutdatedNotice when={isOutdated && !save.isPending} />
      <FormProblem />
      <div className="row">
        <Button type="submit" size="sm" loading={save.isPending} disabled={isSame}>
          {t(text.trim() === '' && answer !== '' ? 'office_reviews.answer_remove' : 'office_reviews.answer_save')}
        </Button>
        <Button type="button" variant="subtle" size="sm" onClick={onClose}>
          {t('office.cancel')}
        </Button>
      </div>
    </CheckedForm>
  );
}
