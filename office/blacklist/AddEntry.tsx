import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { officeAddToBlacklist } from '#contract/office-blacklist.ts';
import { BLACKLIST_KINDS, type BlacklistKind } from '#core/blacklist.ts';
import { keys } from '#office/api/keys.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { statusOf, useApi } from '#office/api/use-api.ts';
import { NativeSelect, TextInput } from '#office/form/fields.tsx';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { useWords } from '#office/words/Words.tsx';
import { FIRST_DRAFT, listingOf } from './draft.ts';
import { ListingFields } from './ListingFields.tsx';

const kindOf = (value: string): BlacklistKind => BLACKLIST_KINDS.find((one) => one === value) ?? 'email';

/** Keeps somebody out by a value that is typed. */
export function AddEntry({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const key = useRef<string | null>(null);
  const [kind, setKind] = useState<BlacklistKind>('email');
  const [value, setValue] = useState('');
  const [draft, setDraft] = useState(FIRST_DRAFT);
  const adding = useMutation({
    mutationFn: (note: string) => {
      key.current ??= crypto.randomUUID();
      return api(officeAddToBlacklist, { body: { kind, value, note, ...listingOf(draft, Date.now()) }, idempotencyKey: key.current });
    },
    onSuccess: onClose,
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keys.blacklist() });
    },
  });
  return (
    <section className="sheet" aria-labelledby="add-entry">
      <h2 id="add-entry">{t('customers_desk.list.add')}</h2>
      <DeedForm
        what={t('customers_desk.list.hint')}
        submit={t('customers_desk.list.keep_out')}
        note={{ label: t('customers_desk.list.note'), isRequired: true }}
        isGrave
        isBusy={adding.isPending}
        error={adding.error}
        fields={['value']}
        onSubmit={(note) => adding.mutate(note)}
        onCancel={onClose}
      >
        <NativeSelect
          label={t('customers_desk.list.kind')}
          value={kind}
          onChange={({ currentTarget }) => setKind(kindOf(currentTarget.value))}
          data={BLACKLIST_KINDS.map((one) => ({ value: one, label: t(`customers_desk.kind.${one}`) }))}
        />
        <TextInput
          label={t('customers_desk.list.value')}
          required
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
          value={value}
          error={fieldProblem(adding.error, 'value')}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
        <ListingFields draft={draft} onChange={setDraft} />
      </DeedForm>
    </section>
  );
}
