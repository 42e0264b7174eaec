import type { OwnPost } from '../../posts/schema.ts';
import { call } from '../../ui/client/api.ts';
import { toast } from '../../ui/client/toast.ts';
import { createSectionTranslate } from '../../ui/translations.ts';
import type { EditorSettings } from '../views/editor-settings.ts';
import { type Autosave, type SaveRequest, startAutosave } from './editor/autosave.ts';
import { runCoverPicker } from './editor/cover-picker.ts';
import { createEditor } from './editor/create-editor.ts';
import { randomName, storeSlot } from './editor/draft-slots.ts';
import { createForeignPictures } from './editor/fetch-pictures.ts';
import { coverField, createFields, titleField } from './editor/fields.ts';
import { runFocusMode } from './editor/focus-mode.ts';
import { guardUnload } from './editor/guard-unload.ts';
import { listenForKeys } from './editor/keys.ts';
import { deleteLocalDraft, putLocalDraft } from './editor/local-drafts.ts';
import { pageElement } from './editor/page-elements.ts';
import { runPreviewLink } from './editor/preview-link.ts';
import { createConflictResolver } from './editor/resolve-conflict.ts';
import { findLocalDrafts, restoreLocalDrafts } from './editor/restore-drafts.ts';
import { createSaveStatus } from './editor/save-status.ts';
import { runSeriesField } from './editor/series-field.ts';
import { imagesIn, runSidePanel } from './editor/side-panel.ts';
import { createSubmission } from './editor/submit-post.ts';
import { runTagsField } from './editor/tags-field.ts';
import { MOD } from './editor/toolbar.ts';
import type { Translate } from './editor/translate.ts';
import { createUploads } from './editor/uploads.ts';
import { runMarkdownMenu } from './markdown/menu.ts';

/** Creates the parts of the editor page and connects them. */
async function run(setting: EditorSettings): Promise<void> {
  const { uid, id, locale, words, barred } = setting;
  const t = createSectionTranslate(words, locale);
  const title = titleField();
  // The author may have started typing before this script loaded.
  const typedEarly = title.value;
  title.value = title.defaultValue;
  const version = Number(document.querySelector<HTMLInputElement>('[name="version"]')?.value ?? 0);
  const localDrafts = await findLocalDrafts(uid, id);
  let { slot } = localDrafts;

  const uploads = createUploads(() => panel.refresh());
  const body = pageElement<HTMLTextAreaElement>('write-source').value;
  const pictures = createForeignPictures({
    getPost: async () => {
      if (autosave.base().id === null) await autosave.flush();
      return autosave.base().id;
    },
    noDraft: t('missing_no_draft'),
    onChange: () => panel.refresh(),
    onEnd: ({ fetched, failed }) => {
      if (failed > 0) toast(t('fetched_some', { count: failed }), 'danger');
      else toast(t('fetched_all', { count: fetched }));
    },
  });
  const editor = createEditor({
    body,
    uploads,
    pictures,
    t,
    onChange: () => onChange(),
    importFiles: (files) => importFiles(files),
  });
  const panel = runSidePanel({
    editor,
    title,
    uploads,
    pictures,
    t,
    locale,
    onDraw: () => cover.show(),
  });
  const cover = runCoverPicker({
    field: coverField(),
    t,
    firstImage: () => imagesIn(editor.state.doc).find((one) => one.attrs['src'])?.attrs['src'],
    onChange: () => onChange(),
  });
  const tags = runTagsField({ t, onChange: () => onChange() });
  const series = runSeriesField(id);
  const fields = createFields({
    editor,
    tags,
    untitled: t('untitled'),
    placeholderTitles: setting.placeholder_titles,
    showCover: cover.show,
  });
  const importFiles = runMarkdownMenu({ editor, fields, onChange: () => onChange() });
  const status = trackStatus(setting, t);
  const conflicts = createConflictResolver({
    editor,
    fields,
    t,
    getAutosave: (): Autosave => autosave,
    onFork: status.clear,
  });
  const autosave = startAutosave({
    start: {
      id,
      version,
      content: fields.read(),
      at: setting.saved_at ? new Date(setting.saved_at) : null,
    },
    read: fields.read,
    isComposing: fields.isComposing,
    save: async (request) => {
      const saved = await save(request);
      status.update(saved);
      return saved;
    },
    storeCopy: (copy) => putLocalDraft({ ...copy, slot, uid, at: Date.now() }),
    deleteCopy: () => deleteLocalDraft(slot),
    newKey: randomName,
    isBarred: barred === 'banned',
    show: createSaveStatus(t, locale, {
      conflict: () => conflicts.showConflict(),
      signed_out: conflicts.logIn,
    }),
    onCreate: (newId) => {
      // The draft has its own address from the first character on.
      history.replaceState(null, '', `/studio/write?id=${newId}`);
      preview.setPost(newId);
      series.setPost(newId);
    },
    onRefuse: conflicts.onRefuse,
  });
  const onChange = () => {
    autosave.trackChange();
    panel.refresh();
  };
  fields.watch(onChange);

  const leave = guardUnload({
    autosave,
    isUploading: () => panel.readiness().uploads === 'waiting',
  });
  const preview = runPreviewLink(autosave.flush);
  const submit = createSubmission({
    autosave,
    t,
    intent: status.intent,
    barred:
      barred && t(barred === 'level' ? 'no_level' : 'no_banned', { level: setting.publish_level }),
    readiness: panel.readiness,
    waitForUploads: () => Promise.all([uploads.waitForAll(), pictures.waitForAll()]),
    read: fields.read,
    focusBody: () => editor.commands.focus(),
    leave,
  });
  const publish = () => {
    // Ctrl+Enter in the field of the tags leaves the last one typed.
    tags.commit();
    return submit();
  };
  pageElement('write-publish').addEventListener('click', () => void publish());
  listenForKeys({ editor, save: () => void autosave.flush(), publish: () => void publish() });
  runFocusMode(t);
  pageElement('write-keys').textContent = t('keys_hint', {
    mod: MOD,
    action: t(status.intent()),
  });

  restoreLocalDrafts(localDrafts, {
    uid,
    fields,
    autosave,
    t,
    locale,
    showConflict: conflicts.showConflict,
    adopt: (other) => {
      slot = other;
      storeSlot(other);
    },
  });
  if (typedEarly !== title.value && typedEarly !== title.defaultValue) {
    title.value = typedEarly;
    onChange();
  }
  panel.draw();
  pageElement('write').dataset['ready'] = 'true';
}

/** D19, D21: only stores the text; publishing is a separate request. */
function save({ id, version, content, key }: SaveRequest): Promise<OwnPost> {
  const body = { ...content, draft: true };
  return id
    ? call('PUT', `/api/studio/posts/${id}`, { body: { ...body, version }, key })
    : call('POST', '/api/studio/posts', { body, key });
}

/** Tracks the post's status, and with it what the primary button does. */
function trackStatus({ status, audit }: EditorSettings, t: Translate) {
  let current = status;
  const intent = () => (current === 'approved' ? 'update' : audit ? 'submit' : 'publish');
  return {
    intent,
    clear: () => {
      current = null;
    },
    update(post: OwnPost): void {
      if (post.status === current) return;
      current = post.status;
      // New, copied, or rejected and edited: now a draft (SPEC §3).
      const chip = pageElement<HTMLTemplateElement>('write-status-draft').content.cloneNode(true);
      pageElement('write-status').replaceChildren(chip);
      pageElement('write-publish').textContent = t(intent());
      // Absent below Lv1: there the reason why the draft cannot be published stays.
      const note = document.getElementById('write-note');
      if (note) note.textContent = t(`note_${intent()}`);
    },
  };
}

void run(JSON.parse(pageElement('write').dataset['setting'] ?? '{}') as EditorSettings);
