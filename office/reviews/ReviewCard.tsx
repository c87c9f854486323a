import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { Link } from 'react-router';
import { type OfficeReviewAttributes, officeDecideReview, officeListReviews } from '#contract/office-reviews.ts';
import { keys } from '#office/api/keys.ts';
import { problemWords } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { Hand } from '#office/in-hand/hand.ts';
import { paths } from '#office/paths.ts';
import { Figures } from '#office/pieces/Figures.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { DeclineForm } from './DeclineForm.tsx';
import { useReviewDeed } from './use-review-deed.ts';

interface CardProps {
  readonly id: string;
  readonly review: OfficeReviewAttributes;
}

/** What a stranger has said, as he said it; and as everybody reads it, where that is not the same. */
export function Said({ review }: Pick<CardProps, 'review'>) {
  const { t } = useWords();
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

/** The exchange that it is about. */
function About({ review }: Pick<CardProps, 'review'>) {
  const { t, locale } = useWords();
  const mayOpen = useOperator().actions.includes('read_orders');
  return (
    <p className="dim">
      {mayOpen ? <Link to={paths.order(review.order_id)}>{review.order_id}</Link> : <span className="code">{review.order_id}</span>}{' '}
      <Figures amount={review.income_amount} /> <span className="code">{review.payment_system_from_id}</span> →{' '}
      <Figures amount={review.outcome_amount} /> <span className="code">{review.payment_system_to_id}</span> ·{' '}
      {t('office_reviews.took', { from: clockTime(review.created_at, locale), to: clockTime(review.completed_at, locale) })} ·{' '}
      {t('office_reviews.written', { at: clockTime(review.written_at, locale) })}
    </p>
  );
}

/** What the office has done about it. */
function Deeds({ review }: Pick<CardProps, 'review'>) {
  const { t, locale } = useWords();
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
  const api = useApi();
  const { t } = useWords();
  const publishing = useReviewDeed<null>(
    review.version,
    (_, { idempotencyKey, ...read }) =>
      api(officeDecideReview, { params: { id }, body: { decision: 'published', ...read }, idempotencyKey }),
    () => undefined,
  );
  return (
    <>
      <Button size="xs" loading={publishing.isPending} onClick={() => publishing.mutate(null)}>
        {t('office_reviews.publish')}
      </Button>
      {publishing.error === null ? null : (
        <p className="problem" role="alert">
          {problemWords(publishing.error, t)}
        </p>
      )}
    </>
  );
}

/** As it is by now, where its list has it no longer: what is typed about it is about that. */
function useDecided(id: string, known: OfficeReviewAttributes): OfficeReviewAttributes {
  const api = useApi();
  const { isGone } = useContext(Hand);
  const decided = useQuery({
    queryKey: [...keys.reviews(), 'in_hand', id],
    queryFn: ({ signal }) => api(officeListReviews, { query: { state: 'all', q: known.order_id }, signal }),
    enabled: isGone,
    refetchInterval: 15_000,
  });
  return (isGone ? decided.data?.data.find((one) => one.id === id)?.attributes : undefined) ?? known;
}

/** One review with its exchange, what was done about it, and what may be done now. Nobody here changes a word or a star of it. */
export function ReviewCard({ id, review: known }: CardProps) {
  const { t } = useWords();
  const review = useDecided(id, known);
  const mayModerate = useOperator().actions.includes('moderate_reviews');
  const [open, setOpen] = useState<'decline' | 'answer' | null>(null);
  const form = { id, version: review.version, onClose: () => setOpen(null) };
  return (
    <>
      <Said review={review} />
      <About review={review} />
      <Deeds review={review} />
      {open === 'decline' ? <DeclineForm {...form} /> : null}
      {open === 'answer' ? <AnswerForm {...form} answer={review.answers[0]?.text ?? ''} /> : null}
      {open === null && mayModerate ? (
        <div className="row">
          {review.next.includes('published') ? <Publish id={id} review={review} /> : null}
          {review.next.includes('declined') ? (
            <Button size="xs" variant="default" onClick={() => setOpen('decline')}>
              {t('office_reviews.decline')}
            </Button>
          ) : null}
          {review.state === 'published' ? (
            <Button size="xs" variant="default" onClick={() => setOpen('answer')}>
              {t('office_reviews.answer')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
