import { Button } from '@mantine/core';
import {
  type ContentItemAttributes,
  officeArchiveContent,
  officeCallOffContent,
  officePublishContent,
  officeReviewContent,
} from '#contract/office/content/content.ts';
import { useAction } from '#office/api/use-command.ts';
import { Textarea, TextInput } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useOperator } from '#office/api/operator.ts';
import { moscowTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { DraftEditor } from './use-draft.ts';

interface PublishPanelProps {
  readonly id: string;
  readonly item: ContentItemAttributes;
  readonly editor: DraftEditor;
  /** The refusal of the last action, for the fields of the text; null: none. */
  readonly onRefused: (error: unknown) => void;
}

type ItemAction = 'review' | 'publish' | 'archive' | 'call_off';

/** Review, publication now or scheduled, archiving. The draft is saved first. */
export function PublishPanel({ id, item, editor, onRefused }: PublishPanelProps) {
  const { t } = useTranslation();
  const { actions } = useOperator();
  const form = useFields({ from: '', until: '', note: '' });
  const { from, until, note } = form.values;
  const command = useAction(
    async (action: ItemAction, call) => {
      if (editor.state !== 'saved' && !(await editor.save())) throw new Unsaved();
      const params = { id };
      const revision = editor.revision();
      if (action === 'review') return await call(officeReviewContent, { params, body: { revision, note } });
      if (action === 'archive') return await call(officeArchiveContent, { params, body: { revision } });
      if (action === 'call_off') return await call(officeCallOffContent, { params, body: { revision } });
      return await call(officePublishContent, { params, body: { revision, note, from: moscowTime(from), until: moscowTime(until) } });
    },
    {
      onRefused,
      onDone({ data }) {
        editor.applySaved(data.attributes);
        form.reset();
      },
    },
  );
  const run = (action: ItemAction) => {
    onRefused(null);
    command.run(action);
  };
  const [mayWrite, mayPublish] = [actions.includes('change_content'), actions.includes('publish_content')];
  if (!mayWrite && !mayPublish) return null;
  const isBlocked = editor.state === 'conflict';
  const button = (action: ItemAction, variant: 'filled' | 'default', label: string) => (
    <Button
      size="sm"
      variant={variant}
      disabled={isBlocked}
      loading={command.isPending && command.input === action}
      onClick={() => run(action)}
    >
      {t(label)}
    </Button>
  );
  return (
    <section className="text-actions" aria-label={t('office_content.deeds')}>
      <div className="row">
        {mayPublish ? button('publish', 'filled', from === '' ? 'office_content.publish' : 'office_content.schedule') : null}
        {mayWrite ? button('review', 'default', 'office_content.review') : null}
        {mayPublish && item.next !== null ? button('call_off', 'default', 'office_content.call_off') : null}
        {mayPublish && item.state === 'published' ? button('archive', 'default', 'office_content.archive') : null}
      </div>
      <details>
        <summary>{t(mayPublish ? 'office_content.when' : 'office_content.note')}</summary>
        <div className="text-place">
          {mayPublish ? (
            <>
              <TextInput
                {...form.text('from')}
                type="datetime-local"
                label={t('office_content.from')}
                description={t('office_content.from_hint')}
              />
              <TextInput
                {...form.text('until')}
                type="datetime-local"
                label={t('office_content.until')}
                description={t('office_content.until_hint')}
              />
            </>
          ) : null}
          <Textarea {...form.text('note')} label={t('office_content.note')} autosize maxLength={500} />
        </div>
      </details>
      {item.is_in_review ? (
        <p>
          {t('office_content.asked_by')} <strong translate="no">{item.review_by}</strong>
          {item.review_note === null ? '' : ': '}
          <span translate="no">{item.review_note}</span>
        </p>
      ) : null}
      <CommandProblem error={command.error instanceof Unsaved ? null : command.error} />
    </section>
  );
}

/** The draft could not be saved; `DraftBar` shows why. */
class Unsaved extends Error {
  override readonly name = 'Unsaved';
}
