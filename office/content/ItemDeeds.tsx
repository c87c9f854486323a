import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ContentItemAttributes,
  officeArchiveContent,
  officeCallOffContent,
  officePublishContent,
  officeReviewContent,
} from '#contract/office/content/content.ts';
import { problemMessage } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { Textarea, TextInput } from '#office/form/fields.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { useDraft } from './use-draft.ts';

/** As typed, in the time of Moscow, which the shop goes by. */
const moscow = (typed: string): string | null => (typed === '' ? null : `${typed.slice(0, 16)}:00+03:00`);

interface ItemDeedsProps {
  readonly id: string;
  readonly item: ContentItemAttributes;
  readonly used: ReturnType<typeof useDraft>;
  readonly onRefused: (error: unknown) => void;
}

type Deed = 'review' | 'publish' | 'archive' | 'call_off';

/** What becomes of a text: looked at, shown now or at an hour, taken away. What is typed is saved first. */
export function ItemDeeds({ id, item, used, onRefused }: ItemDeedsProps) {
  const api = useApi();
  const { t } = useTranslation();
  const { actions } = useOperator();
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const [note, setNote] = useState('');
  const doing = useMutation({
    mutationFn: async (deed: Deed) => {
      if (used.state !== 'saved' && !(await used.save())) throw new Unsaved();
      const params = { id };
      const revision = used.revision();
      if (deed === 'review') return await api(officeReviewContent, { params, body: { revision, note } });
      if (deed === 'archive') return await api(officeArchiveContent, { params, body: { revision } });
      if (deed === 'call_off') return await api(officeCallOffContent, { params, body: { revision } });
      return await api(officePublishContent, { params, body: { revision, note, from: moscow(from), until: moscow(until) } });
    },
    onMutate: () => onRefused(null),
    onError: (error) => onRefused(error),
    onSuccess: ({ data }) => {
      used.keepAnswer(data.attributes);
      setFrom('');
      setUntil('');
      setNote('');
    },
  });
  const [mayWrite, mayPublish] = [actions.includes('change_content'), actions.includes('publish_content')];
  if (!mayWrite && !mayPublish) return null;
  const isBlocked = used.state === 'conflict';
  const button = (deed: Deed, look: 'filled' | 'default', words: string) => (
    <Button
      size="sm"
      variant={look}
      disabled={isBlocked}
      loading={doing.isPending && doing.variables === deed}
      onClick={() => doing.mutate(deed)}
    >
      {t(words)}
    </Button>
  );
  const error = doing.error instanceof Unsaved ? null : doing.error;
  return (
    <section className="sheet text-deeds" aria-label={t('office_content.deeds')}>
      {item.is_in_review ? (
        <p>
          {t('office_content.asked_by')} <strong translate="no">{item.review_by}</strong>
          {item.review_note === null ? '' : ': '}
          <span translate="no">{item.review_note}</span>
        </p>
      ) : null}
      <div className="text-place">
        {mayPublish ? (
          <>
            <TextInput
              type="datetime-local"
              label={t('office_content.from')}
              description={t('office_content.from_hint')}
              value={from}
              onChange={({ currentTarget }) => setFrom(currentTarget.value)}
            />
            <TextInput
              type="datetime-local"
              label={t('office_content.until')}
              description={t('office_content.until_hint')}
              value={until}
              onChange={({ currentTarget }) => setUntil(currentTarget.value)}
            />
          </>
        ) : null}
        <Textarea
          label={t('office_content.note')}
          autosize
          maxLength={500}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </div>
      {error === null || error === undefined ? null : (
        <p className="problem" role="alert">
          {problemMessage(error, t)}
        </p>
      )}
      <div className="row">
        {mayPublish ? button('publish', 'filled', from === '' ? 'office_content.publish' : 'office_content.schedule') : null}
        {mayWrite ? button('review', 'default', 'office_content.review') : null}
        {mayPublish && item.next !== null ? button('call_off', 'default', 'office_content.call_off') : null}
        {mayPublish && item.state === 'published' ? button('archive', 'default', 'office_content.archive') : null}
      </div>
    </section>
  );
}

/** What is typed could not be saved: the bar above says why. */
class Unsaved extends Error {
  override readonly name = 'Unsaved';
}
