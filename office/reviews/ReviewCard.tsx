import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useContext, useEffect, useRef, useState } from 'react';
import {
  officeAnswerReview,
  officeDecideReview,
  officeListReviews,
  type OfficeReviewAttributes,
} from '#contract/office/customers/reviews.ts';
import { oneOf } from '#core/closed-list.ts';
import { MAX_REVIEW_CHARS, REVIEW_DECLINE_REASONS, type ReviewDeclineReason } from '#core/customer/review.ts';
import { OrderNumber } from '#office/components/OrderNumber.tsx';
import { codeOf } from '#office/api/call-failure.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { type Api, useApi } from '#office/api/use-api.ts';
import { useAction, useCommand } from '#office/api/use-command.ts';
import { Figures } from '#office/components/Figures.tsx';
import { EditingContext, OutdatedNotice, useEditing } from '#office/editing/Editing.tsx';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { CommandProblem, FormProblem } from '#office/form/FormProblem.tsx';
import { NativeSelect, Textarea } from '#office/form/fields.tsx';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { paths } from '#office/paths.ts';

/** Read again before the command is done, for the new version. */
const REVIEW_QUERIES = [keys.reviews()];

/**
 * A command about a review from a form: sent with the version that was read when the form was opened. Once that version is refused as
 * outdated, with the latest.
 */
function useReviewForm(latest: number, send: (text: string, version: number, call: Api) => Promise<unknown>, onDone: () => void) {
  const [readVersion, setReadVersion] = useState<number | null>(latest);
  return useAction((text: string, call) => send(text, readVersion ?? latest, call), {
    after: REVIEW_QUERIES,
    onDone,
    onRefused: (error) => codeOf(error) === 'edit_conflict' && setReadVersion(null),
  });
}

interface ReviewFormProps {
  readonly id: string;
  /** The latest. */
  readonly version: number;
  readonly onClose: () => void;
}

/** Hides a review for a reason; its author is notified. */
function DeclineForm({ id, version, onClose }: ReviewFormProps) {
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

/** The shop's public answer to a review; an empty text removes it. */
function AnswerForm({ id, version, answer, onClose }: ReviewFormProps & { readonly answer: string }) {
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
    <CheckedForm className="stack" command={save} onSubmit={() => save.run(text.trim())}>
      <Textarea
        label={t('office_reviews.answer_label')}
        description={t('office_reviews.answer_hint')}
        autosize
        minRows={3}
        maxLength={MAX_REVIEW_CHARS}
        ref={field}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
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

interface CardProps {
  readonly id: string;
  readonly review: OfficeReviewAttributes;
}

/** The review as written; and as published, where that differs. */
export function ReviewText({ review }: Pick<CardProps, 'review'>) {
  const { t } = useTranslation();
  const isMasked = review.shown_text !== null || review.shown_name !== null;
  return (
    <>
      <p className="line">
        <span className="badge">{t(`office_reviews.state.${review.state}`)}</span>
        <strong>{t('office_reviews.stars', { count: review.rating })}</strong>
        <span translate="no">{review.name ?? t('office_reviews.customer')}</span>
      </p>
      {review.text === '' ? null : (
        <p className="note" translate="no" lang={review.locale}>
          {review.text}
        </p>
      )}
      {isMasked ? (
        <div role="note">
          <p className="problem">{t('office_reviews.masked')}</p>
          <p className="note" translate="no" lang={review.locale}>
            {review.shown_name === null ? null : `${review.shown_name}: `}
            {review.shown_text ?? review.text}
          </p>
        </div>
      ) : null}
    </>
  );
}

/** The exchange under review. */
function ReviewedOrder({ review }: Pick<CardProps, 'review'>) {
  const { t, locale } = useTranslation();
  const mayOpen = useOperator().actions.includes('read_orders');
  return (
    <p className="dim">
      <OrderNumber id={review.order_id} to={mayOpen ? paths.order(review.order_id) : undefined} /> <Figures amount={review.income_amount} />{' '}
      <span className="code">{review.payment_system_from_id}</span> → <Figures amount={review.outcome_amount} />{' '}
      <span className="code">{review.payment_system_to_id}</span> ·{' '}
      {t('office_reviews.took', { from: clockTime(review.created_at, locale), to: clockTime(review.completed_at, locale) })} ·{' '}
      {t('office_reviews.written', { at: clockTime(review.written_at, locale) })}
    </p>
  );
}

/** Decisions and answers of the office. */
function Decisions({ review }: Pick<CardProps, 'review'>) {
  const { t, locale } = useTranslation();
  const { decided_at: at, decided_by: by, decline_reason: reason, decline_text: text, answers } = review;
  return (
    <>
      {at === null || by === null ? null : (
        <p className="dim">
          {t('office_reviews.decided', { who: by, at: clockTime(at, locale) })}
          {reason === null ? '' : ` · ${t(`office_reviews.reasons.${reason}`)}`}
          {text === null ? null : <span translate="no"> · {text}</span>}
        </p>
      )}
      {answers.map((answer, i) => (
        <p key={answer.at + String(i)} className={i === 0 ? undefined : 'dim'}>
          <span className="dim">{t('office_reviews.answered', { who: answer.by, at: clockTime(answer.at, locale) })}</span>{' '}
          <span className="note" translate="no">
            {answer.text === '' ? t('office_reviews.answer_gone') : answer.text}
          </span>
        </p>
      ))}
    </>
  );
}

function Publish({ id, review }: CardProps) {
  const { t } = useTranslation();
  const publish = useCommand(officeDecideReview, { after: REVIEW_QUERIES });
  const send = () => publish.run({ params: { id }, body: { decision: 'published', version: review.version } });
  return (
    <>
      <Button size="xs" loading={publish.isPending} onClick={send}>
        {t('office_reviews.publish')}
      </Button>
      <CommandProblem error={publish.error} />
    </>
  );
}

/** The latest version of a review, read on its own once it has left the list while it is edited. */
function useLatestReview(id: string, listed: OfficeReviewAttributes): OfficeReviewAttributes {
  const api = useApi();
  const { isOutdated } = useContext(EditingContext);
  const latest = useQuery({
    queryKey: [...keys.reviews(), 'in_hand', id],
    queryFn: ({ signal }) => api(officeListReviews, { query: { state: 'all', q: listed.order_id }, signal }),
    enabled: isOutdated,
    refetchInterval: 15_000,
  });
  return (isOutdated ? latest.data?.data.find((row) => row.id === id)?.attributes : undefined) ?? listed;
}

/** One review with its exchange, its decisions and the allowed actions. The text and the rating cannot be changed. */
export function ReviewCard({ id, review: listed }: CardProps) {
  const { t } = useTranslation();
  const review = useLatestReview(id, listed);
  const mayModerate = useOperator().actions.includes('moderate_reviews');
  const [openForm, setOpenForm] = useState<'decline' | 'answer' | null>(null);
  const form = { id, version: review.version, onClose: () => setOpenForm(null) };
  return (
    <>
      <ReviewText review={review} />
      <ReviewedOrder review={review} />
      <Decisions review={review} />
      {openForm === 'decline' ? <DeclineForm {...form} /> : null}
      {openForm === 'answer' ? <AnswerForm {...form} answer={review.answers[0]?.text ?? ''} /> : null}
      {openForm === null && mayModerate ? (
        <div className="row">
          {review.next.includes('published') ? <Publish id={id} review={review} /> : null}
          {review.next.includes('declined') ? (
            <Button size="xs" variant="default" onClick={() => setOpenForm('decline')}>
              {t('office_reviews.decline')}
            </Button>
          ) : null}
          {review.state === 'published' ? (
            <Button size="xs" variant="default" onClick={() => setOpenForm('answer')}>
              {t('office_reviews.answer')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
