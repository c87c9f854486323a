import { Button } from '@mantine/core';
import { EditorContent, type Editor, useEditor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { officeAddContentImage } from '#contract/office/content/content-parts.ts';
import { type ContentDocument, isAllowedHref } from '#core/content/document.ts';
import { acceptOf, CONTENT_PICTURE } from '#core/file/chosen-file.ts';
import type { Locale } from '#core/locale.ts';
import { problemMessage } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { useChosenFile } from '#office/components/use-chosen-file.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { documentOf } from './document-of.ts';
import { EXTENSIONS } from './extensions.ts';
import { Toolbar } from './Toolbar.tsx';

interface RichTextProps {
  readonly label: string;
  /** The language of the text, not of the office. */
  readonly locale: Locale;
  readonly value: ContentDocument;
  readonly isReadOnly: boolean;
  readonly problem: string | undefined;
  readonly onChange: (value: ContentDocument) => void;
}

/** Where a link leads, asked beside the text; empty: the link goes. */
function LinkForm({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [href, setHref] = useState(String(editor.getAttributes('link')['href'] ?? ''));
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const set = () => {
    const typed = href.trim();
    const whole = /^[\w-]+(\.[\w-]+)+/.test(typed) ? `https://${typed}` : typed;
    if (typed !== '' && !isAllowedHref(whole)) return setWrong(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (typed === '') chain.unsetLink().run();
    else chain.setLink({ href: whole }).run();
    return onClose();
  };
  return (
    <CheckedForm className="editor-ask" onSubmit={() => set()}>
      <TextInput
        label={t('office_content.link.label')}
        description={t('office_content.link.hint')}
        error={isWrong ? t('office_content.link.wrong') : undefined}
        value={href}
        ref={field}
        onChange={({ currentTarget }) => setHref(currentTarget.value)}
        onKeyDown={(event) => (event.key === 'Escape' ? onClose() : undefined)}
      />
      <Button type="submit" size="xs">
        {t('office_content.link.set')}
      </Button>
    </CheckedForm>
  );
}

/** What a picture shows, in words: asked before it stands in the text, for who cannot see it. */
function ImageForm({
  file,
  onAdd,
  onClose,
}: {
  readonly file: File | null;
  readonly onAdd: (file: File, alt: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(file);
  const { problem, choose } = useChosenFile(CONTENT_PICTURE, setChosen);
  const [alt, setAlt] = useState('');
  return (
    <CheckedForm className="editor-ask" onSubmit={() => (chosen === null ? undefined : onAdd(chosen, alt.trim()))}>
      {file === null ? (
        <input
          type="file"
          accept={acceptOf(CONTENT_PICTURE)}
          aria-label={t('office_content.image.file')}
          onChange={({ currentTarget }) => choose(currentTarget.files?.[0] ?? null)}
        />
      ) : (
        <span translate="no">{file.name}</span>
      )}
      {problem === null ? null : (
        <span className="problem" role="alert">
          {problem}
        </span>
      )}
      <TextInput
        label={t('office_content.image.alt')}
        description={t('office_content.image.alt_hint')}
        required
        maxLength={300}
        value={alt}
        onChange={({ currentTarget }) => setAlt(currentTarget.value)}
      />
      <Button type="submit" size="xs" disabled={chosen === null}>
        {t('office_content.image.add')}
      </Button>
      <Button type="button" size="xs" variant="subtle" onClick={onClose}>
        {t('office.cancel')}
      </Button>
    </CheckedForm>
  );
}

/** Word and Excel lay a picture of the copied words beside them: words that were copied are words. */
const bringsWords = (data: DataTransfer | null): boolean => (data?.getData('text/plain').trim() ?? '') !== '';

/** By its place on the board: the same finger in the Russian layout. */
const isLinkKey = ({ code, key }: KeyboardEvent): boolean => code === 'KeyK' || (code === '' && key.toLowerCase() === 'k');

const pictureIn = (files: FileList | undefined): File | undefined => [...(files ?? [])].find(({ type }) => type.startsWith('image/'));

/** The editor of one language: structured, by keyboard and mouse; pictures are chosen, pasted or dropped. */
export function RichText({ label, locale, value, isReadOnly, problem, onChange }: RichTextProps) {
  const api = useApi();
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'link' | { readonly file: File | null } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  // The editor keeps the functions that it was made with
  const told = useRef(onChange);
  told.current = onChange;
  const take = (files: FileList | undefined): boolean => {
    const file = pictureIn(files);
    if (file === undefined) return false;
    setAsking({ file });
    return true;
  };
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value as object,
    editable: !isReadOnly,
    // Its styles are ours (content.css): the page's policy takes none that are made here
    injectCSS: false,
    editorProps: {
      attributes: { 'aria-label': label, 'aria-multiline': 'true', role: 'textbox', lang: locale, class: 'prose', spellcheck: 'true' },
      handlePaste: (_view, event) => !bringsWords(event.clipboardData) && take(event.clipboardData?.files),
      handleDrop: (_view, event) => {
        const isTaken = take(event.dataTransfer?.files);
        if (isTaken) event.preventDefault();
        return isTaken;
      },
      handleKeyDown: (_view, event) => {
        if (!isLinkKey(event) || !(event.ctrlKey || event.metaKey)) return false;
        event.preventDefault();
        setAsking('link');
        return true;
      },
    },
    onUpdate: ({ editor: now }) => told.current(documentOf(now.getJSON())),
  });
  const add = async (file: File, alt: string) => {
    setFailure(null);
    try {
      const { data } = await api(officeAddContentImage, { files: { image: file } });
      const { width, height } = data.attributes;
      editor
        .chain()
        .focus()
        .insertContent({ type: 'image', attrs: { id: data.id, alt, width, height } })
        .run();
      setAsking(null);
    } catch (error) {
      setFailure(problemMessage(error, t));
    }
  };
  return (
    <div className="editor" data-wrong={problem !== undefined || undefined}>
      {isReadOnly ? null : <Toolbar editor={editor} onLink={() => setAsking('link')} onImage={() => setAsking({ file: null })} />}
      {asking === 'link' ? <LinkForm editor={editor} onClose={() => setAsking(null)} /> : null}
      {asking !== null && asking !== 'link' ? (
        <ImageForm
          key={asking.file?.name ?? ''}
          file={asking.file}
          onAdd={(file, alt) => void add(file, alt)}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {failure === null ? null : (
        <p className="problem" role="alert">
          {failure}
        </p>
      )}
      <EditorContent editor={editor} />
      {problem === undefined ? null : <p className="problem">{problem}</p>}
    </div>
  );
}
