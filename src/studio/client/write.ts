import type { OwnPost } from '../../posts/schema.ts';
import { call } from '../../ui/client/api.ts';
import { createSectionTranslate } from '../../ui/translations.ts';
import type { EditorSettings } from '../views/editor-settings.ts';
import { type Autosave, type Sending, startAutosave } from './editor/autosave.ts';
import { runCoverPicker } from './editor/cover-picker.ts';
import { createEditor } from './editor/create-editor.ts';
import { randomName, storeSlot } from './editor/draft-slots.ts';
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
import { imagesIn, runSidePanel } from './editor/side-panel.ts';
import { createSubmission } from './editor/submit-post.ts';
import { MOD } from './editor/toolbar.ts';
import type { Translate } from './editor/translate.ts';
import { createUploads } from './editor/uploads.ts';

/** The editor: its parts, and how they know of each other. */
async function run(setting: EditorSettings): Promise<void> {
  const { uid, id, locale, words, barred } = setting;
  const say = createSectionTranslate(words, locale);
  const title = titleField();
  // Somebody quick may have begun before this file was here.
  const typedEarly = title.value;
  title.value = title.defaultValue;
  const version = Number(document.querySelector<HTMLInputElement>('[name="version"]')?.value ?? 0);
  const found = await findLocalDrafts(uid, id);
  let { slot } = found;

  const uploads = createUploads(() => panel.refresh());
  const body = pageElement<HTMLTextAreaElement>('write-source').value;
  const editor = createEditor({ body, uploads, say, changed: () => changed() });
  const panel = runSidePanel({ editor, title, uploads, say, locale, drawn: () => cover.show() });
  const cover = runCoverPicker({
    field: coverField(),
    say,
    firstImage: () => imagesIn(editor.state.doc).find((one) => one.attrs['src'])?.attrs['src'],
    changed: () => changed(),
  });
  const fields = createFields({
    editor,
    untitled: say('untitled'),
    standIns: setting.stand_ins,
    showCover: cover.show,
  });
  const standing = followStatus(setting, say);
  const deciding = createConflictResolver({
    editor,
    fields,
    say,
    getKeeper: (): Autosave => keeper,
    forked: standing.forget,
  });
  const keeper = startAutosave({
    start: {
      id,
      version,
      content: fields.read(),
      at: setting.saved_at ? new Date(setting.saved_at) : null,
    },
    read: fields.read,
    isComposing: fields.isComposing,
    save: async (sending) => {
      const saved = await save(sending);
      standing.saw(saved);
      return saved;
    },
    keep: (copy) => putLocalDraft({ ...copy, slot, uid, at: Date.now() }),
    drop: () => deleteLocalDraft(slot),
    newKey: randomName,
    isBarred: barred !== null,
    show: createSaveStatus(say, locale, {
      conflict: () => deciding.showConflict(),
      signed_out: deciding.logIn,
    }),
    created: (made) => {
      // The draft has an address of its own from its first character on.
      history.replaceState(null, '', `/studio/write?id=${made}`);
      preview.lead(made);
    },
    refused: deciding.refused,
  });
  const changed = () => {
    keeper.changed();
    panel.refresh();
  };
  fields.watch(changed);

  const leave = guardUnload({
    keeper,
    isUploading: () => panel.readiness().uploads === 'waiting',
  });
  const preview = runPreviewLink(keeper.flush);
  const publish = createSubmission({
    keeper,
    say,
    intent: standing.intent,
    barred: barred && say(barred === 'level' ? 'no_level' : 'no_banned'),
    readiness: panel.readiness,
    uploaded: uploads.settled,
    read: fields.read,
    focusBody: () => editor.commands.focus(),
    leave,
  });
  pageElement('write-publish').addEventListener('click', () => void publish());
  listenForKeys({ editor, save: () => void keeper.flush(), publish: () => void publish() });
  runFocusMode(say);
  pageElement('write-keys').textContent = say('keys_hint', {
    mod: MOD,
    action: say(standing.intent()),
  });

  restoreLocalDrafts(found, {
    uid,
    fields,
    keeper,
    say,
    locale,
    showConflict: deciding.showConflict,
    adopt: (other) => {
      slot = other;
      storeSlot(other);
    },
  });
  if (typedEarly !== title.value && typedEarly !== title.defaultValue) {
    title.value = typedEarly;
    changed();
  }
  panel.draw();
  pageElement('write').dataset['ready'] = 'true';
}

/** Only keeps the text: what readers see is another press (D19, D21). */
function save({ id, version, content, key }: Sending): Promise<OwnPost> {
  const body = { ...content, draft: true };
  return id
    ? call('PUT', `/api/studio/posts/${id}`, { body: { ...body, version }, key })
    : call('POST', '/api/studio/posts', { body, key });
}

/** How the post stands, and what the primary button would do with it now. */
function followStatus({ status, audit }: EditorSettings, say: Translate) {
  let current = status;
  const intent = () => (current === 'approved' ? 'update' : audit ? 'submit' : 'publish');
  return {
    intent,
    forget: () => {
      current = null;
    },
    saw(post: OwnPost): void {
      if (post.status === current) return;
      current = post.status;
      // New, copied, or rejected and edited: it is a draft now (SPEC §3).
      const chip = pageElement<HTMLTemplateElement>('write-status-draft').content.cloneNode(true);
      pageElement('write-status').replaceChildren(chip);
      pageElement('write-publish').textContent = say(intent());
      pageElement('write-note').textContent = say(`note_${intent()}`);
    },
  };
}

void run(JSON.parse(pageElement('write').dataset['setting'] ?? '{}') as EditorSettings);
